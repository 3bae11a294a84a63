/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/ui/text/commands-en.ts
var commandsEn = {
  help: "/na guide TEXT (next turn), noplan [off], style TEXT (this chat), status, stop, analyse, mode [native|compat_plus|compat_strict], state, timeline, run, sources",
  guideIs: (guide) => `Guide for the next turn: ${guide}`,
  noGuide: "The next turn has no guide.",
  noPlan: "The next turn is written without a plan.",
  planAgain: "The next turn is planned as usual.",
  styleIs: (note) => `Style note of this chat: ${note}`,
  noStyle: "This chat has no style note.",
  idle: "No turn is running.",
  stopped: "Stopped.",
  noReply: "There is no reply to analyse yet.",
  switchedOff: "Switched off here.",
  modeIs: (mode) => `Prompt mode: ${mode}`,
  modes: {
    native: "turns",
    compat_plus: "SillyTavern’s prompt with memory and state",
    compat_strict: "strictly compatible"
  },
  dropOrder: "Take it back",
  menuGuide: "Guide the next turn",
  menuNoPlan: "Next turn without a plan",
  menuPanels: "Narrative Agent panels",
  macros: {
    naState: "The state of the story: time, place, goods, people, quests, flags.",
    naSummary: "The summary lines of the story, oldest first.",
    naTime: "Day and clock of the story.",
    naLocation: "Where the story is.",
    naRound: "The number of the newest round."
  }
};

// src/ui/text/errors-en.ts
var errorsEn = {
  "model.timeout": "The model did not answer in time. Retry, or allow more time in the settings.",
  "model.rate-limited": "The model service limits requests. Wait a little, or use another connection.",
  "model.network": "The model service cannot be reached. Check the network and the address.",
  "model.server": "The model service had an error of its own. Try again later.",
  "model.cut-stream": "The reply broke off on the way. You can retry.",
  "model.empty": "The model returned nothing. Retry, or use another model.",
  "model.budget-eaten": "Thinking used up the whole output and left no text. Raise the output limit or lower the thinking.",
  "model.auth": "The key was refused. Check it in the connection settings.",
  "model.not-found": "There is no such model or address. Check both in the connection.",
  "model.overflow": "The prompt is longer than the context. Use fewer rounds or less lore, or a model with more context.",
  "model.refused": "The model declines this content. Rephrase the input, or use another model.",
  "model.rejected": "The service does not accept this request. Check the parameters of the connection.",
  "answer.cut-off": "The answer is incomplete. Raise the output limit of this step.",
  "answer.not-json": "The model did not answer in the required form. Retry, or use another model for this step.",
  "answer.invalid": "The answer lacks what is needed. Retry, or use another model for this step.",
  "tool.unknown": "There is no tool of this name.",
  "tool.invalid-input": "The tool was given wrong parameters.",
  "tool.failed": "The tool failed.",
  "tool.timeout": "The tool ran too long and was stopped.",
  "tool.memory": "The tool used too much memory and was stopped.",
  "tool.output-too-large": "The output of the tool was too large and was not used.",
  "tool.denied": "The settings do not allow this call.",
  "tool.no-consent": "You have not allowed the code of this tool yet.",
  "tool.unavailable": "This browser cannot run code tools.",
  "author.tool-invalid": "A tool entry of the worldbook is wrong; see the author's bench.",
  "author.initvar-invalid": "An entry with initial variables is wrong and was not used.",
  "state.rejected": "This change does not hold and was not applied.",
  "floor.immutable": "A committed candidate cannot be changed.",
  "floor.conflict": "The round was changed in two places at once. Open the chat again.",
  "storage.blocked": "Another tab holds the database. Close it; until then play goes on, with the records in the chat file only.",
  "storage.missing": "The browser has no database for us. Play goes on, with the records in the chat file only.",
  "storage.quota": "The storage of the browser is full. Play goes on, with the records in the chat file only.",
  "storage.too-new": "The data is from a newer version. Update the extension; nothing of it is changed.",
  "storage.corrupt": "Some records cannot be read. They are kept as they are; the world is rebuilt from the chat file.",
  "host.missing": "This version of SillyTavern lacks something we need.",
  "host.chat-changed": "Another chat was opened, so this was not done.",
  "host.not-owner": "This chat is in use in another tab.",
  "run.cancelled": "Stopped.",
  "input.invalid": "What was given does not meet the rules."
};

// src/ui/text/sources-en.ts
var plural = (n2, one, many) => `${n2} ${n2 === 1 ? one : many}`;
var sourcesEn = {
  preset: (name) => `Preset “${name || "without a name"}”`,
  presetUnused: "The preset is not used now (setting “Preset”); this is what split mode would send.",
  entries: (n2) => `Worldbooks: ${plural(n2, "entry", "entries")}`,
  noEntries: "No worldbook is in use.",
  keyed: "when its keys match",
  byRole: "as its role says",
  target: "Goes to",
  targets: { planning: "planning", writing: "writing", both: "planning and writing", none: "nobody" },
  drops: {
    disabled: "switched off in the preset",
    "not-triggered": "not for this kind of turn",
    marker: "a place holder of SillyTavern",
    empty: "empty",
    "assistant-role": "has the assistant role (prefill)",
    "by-choice": "you chose nobody"
  },
  buckets: {
    worldinfo1: "system message (worldinfo1)",
    worldinfo2: "near the top (worldinfo2)",
    worldinfo3_constant: "after the turns, constant (worldinfo3)",
    worldinfo3_keyword: "after the turns, by keys (worldinfo3)",
    examples_before: "before the examples",
    examples_after: "after the examples"
  },
  reasons: {
    disabled: "switched off",
    "gates-closed": "not for this card or kind of turn",
    empty: "empty",
    "left-to-sillytavern": "SillyTavern decides (chance, group or timing)",
    "embedded-only": "chance, group, timing, decorator or vectors need SillyTavern: import the card’s book",
    "not-activated": "no key matched",
    "never-activates": "has no keys and is not constant",
    "placed-elsewhere": "stands in another text already",
    "filtered-tool": "a tool",
    "filtered-ui": "for the screen only",
    "filtered-initvar": "initial variables",
    "filtered-mvu-update": "rules for the variables",
    "filtered-tool-by-content": "a tool without [TOOL:name] in its title"
  },
  notes: {
    "position-has-no-place": "its position has no place of its own here",
    "role-has-no-place": "its role has no place of its own here"
  },
  tokens: (n2) => `about ${plural(n2, "token", "tokens")}`,
  refreshed: (books, entries) => `Read again: ${plural(books, "book", "books")}, ${plural(entries, "entry", "entries")}.`
};

// src/ui/text/en.ts
var plural2 = (n2, one, many) => `${n2} ${n2 === 1 ? one : many}`;
var en = {
  steps: {
    open: "opening the round",
    plan: "planning",
    "planning-tools": "planning tools",
    recall: "recall",
    compose: "composing the prompt",
    write: "writing",
    analyse: "analysis",
    "post-tools": "post tools",
    assemble: "assembling",
    commit: "saving"
  },
  errors: errorsEn,
  rungs: {
    retry: "retried",
    repair: "answer repaired",
    salvage: "complete parts kept",
    "smaller-prompt": "prompt shortened",
    "other-profile": "another connection used",
    merged: "merged mode used",
    "keep-last-state": "last state kept"
  },
  runStatus: {
    running: "running",
    completed: "completed",
    partial: "partly completed",
    failed: "failed",
    cancelled: "stopped",
    stale: "out of date"
  },
  analysis: { none: "no analysis asked for", pending: "not analysed yet", done: "analysed", failed: "analysis failed" },
  pageKinds: {
    greeting: "greeting",
    generated: "generated",
    native: "native reply",
    imported: "imported",
    continued: "continued",
    reanalysed: "analysed again"
  },
  slots: { planning: "Planning", writing: "Writing", analysis: "Analysis", verifier: "Verifier", tool: "Tool" },
  status: {
    preparing: "Preparing",
    writing: "Writing",
    completing: "Finishing",
    seconds: (n2) => `${n2} s`,
    calls: (n2) => plural2(n2, "call", "calls"),
    retryIn: (seconds, attempt) => `attempt ${attempt} in ${seconds} s`,
    retrying: (attempt) => `attempt ${attempt}`,
    stop: "Stop",
    failedIn: (step) => `“${step}” did not finish.`,
    retry: "Retry",
    analysisPending: "This round is not analysed yet, so the state is unchanged; the next round takes it along.",
    analysisFailed: "The analysis of this round failed. The reply is safe, the state is unchanged; the next round takes it along.",
    analyseAgain: "Analyse again",
    notCaughtUp: (n2) => `${plural2(n2, "round", "rounds")} of this chat ${n2 === 1 ? "has" : "have"} no summary yet.`,
    catchUp: "Catch up…",
    partial: "This reply is not finished.",
    degraded: (why) => `This turn went on in a simpler way. ${why}`,
    rejected: (n2) => plural2(n2, "change not applied", "changes not applied"),
    details: "Details",
    close: "Close",
    label: "Narrative Agent turn status"
  },
  otherTab: {
    sentence: "This chat is open in another tab, so it cannot be played here at the same time.",
    takeOver: "Play here"
  },
  panel: {
    title: "Narrative Agent",
    close: "Close",
    noChat: "No chat is open.",
    loading: "Loading…",
    failed: "This could not be shown: ",
    empty: "(none)",
    tabs: { state: "State", timeline: "Timeline", run: "Run", sources: "Sources", tools: "Tools", mvu: "Variables" }
  },
  state: {
    time: "Time",
    clock: (day, clock) => `Day ${day}, ${clock}`,
    place: "Place",
    noPlace: "Start",
    goods: "Goods",
    people: "People",
    quests: "Quests",
    flags: "Flags",
    variables: "Variables",
    summaries: "Summaries",
    round: (n2) => `Round ${n2}`,
    opening: "Opening",
    log: "Latest changes",
    rejected: "Changes that were not applied",
    edit: "Edit",
    save: "Save",
    cancel: "Cancel",
    lock: "Lock",
    unlock: "Unlock",
    locked: "Locked: only you can change it",
    remove: "Remove",
    add: "Add",
    name: "Name",
    value: "Value",
    undo: "Undo",
    redo: "Redo",
    badNumber: "A number is needed here.",
    badTime: "Write it as day hour:minute, for example 2 18:40.",
    nameTaken: "This name exists already.",
    questStatus: { available: "available", active: "active", completed: "completed", failed: "failed" },
    mvuRules: "MVU variables hold the state of this chat; see “Variables”."
  },
  timeline: {
    noReply: "no reply yet",
    candidates: (n2) => plural2(n2, "candidate", "candidates"),
    shown: "shown",
    edited: "text changed after it was saved",
    baseMismatch: "written after another candidate than the one shown before it now",
    partial: "unfinished",
    detached: "no longer in the chat",
    restore: "Restore as a candidate",
    restored: "Restored",
    analyseAgain: "Analyse again",
    openRun: "Show the run",
    showCandidates: "Show candidates",
    older: "Show earlier rounds",
    catchUp: (n2) => `Catch up (${n2})…`
  },
  run: {
    none: "There is no record of a run for this round.",
    schedule: { serial: "serial", merged: "merged", parallel: "parallel" },
    call: (slot, attempt) => attempt > 1 ? `${slot} (attempt ${attempt})` : slot,
    tokensIn: "in",
    tokensOut: "out",
    tokensCached: "cached",
    sent: "What was sent",
    answer: "What the model answered",
    cut: "Left out for want of room",
    cutLine: (source, tokens) => `${source}: about ${tokens} tokens`,
    rungs: "Remedies used",
    rejected: "Changes that were not applied",
    notes: "Notes",
    steps: "Steps",
    unknown: "unknown",
    about: (tokens) => `about ${tokens}`,
    copy: "Copy",
    running: "running",
    total: (calls, seconds, tokens) => `${plural2(calls, "call", "calls")} · ${seconds} s · ${tokens} tokens`,
    roles: { system: "System", user: "User", assistant: "Assistant" },
    parts: "What it was made of",
    layout: { classic: "classic order", cache: "cache order" },
    partNames: {
      preset_system: "preset (system)",
      worldinfo1: "lore in the system message",
      instructions: "instructions",
      tool_list: "list of tools",
      user_preset: "preset (user)",
      card: "card",
      examples: "example dialogue",
      authors_note: "author’s note",
      character_note: "character note",
      injected: "text of other extensions",
      worldinfo2: "lore near the top",
      story_summary: "summaries",
      user_persona: "persona",
      recent_turns: "recent rounds",
      worldinfo3: "lore after the rounds",
      text_recall: "recalled rounds",
      writing_guide: "plan",
      tool_results: "tool results",
      state_summary: "state",
      turn_text: "text of the round",
      guidance: "guidance",
      user_input: "input",
      tool_context: "context of a tool",
      task: "task"
    },
    whys: {
      constant: "constant",
      sillytavern: "woken by SillyTavern",
      input: "key in the input",
      window: "key in the recent rounds",
      state: "key in the state"
    },
    lore: "Worldbook entries of this turn",
    notSent: (n2) => `${plural2(n2, "entry", "entries")} not sent`
  },
  tools: {
    none: "The worldbooks in use hold no tool entries.",
    stage: { planning: "planning", post_pipeline: "post" },
    kind: { code: "code", llm: "model", builtin: "built in" },
    lint: "Findings",
    severity: { error: "error", warning: "warning", note: "note" },
    place: (book, uid) => `${book || "the card’s book"} #${uid}`,
    lineColumn: (line, column) => `line ${line}, column ${column}`,
    parameters: "Parameters (JSON)",
    tryIt: "Try it",
    preview: "Preview the prompt",
    result: "Result",
    badJson: "The parameters are not valid JSON.",
    rolls: "Roll log",
    output: "Printed",
    changes: "Would change",
    seed: (seed) => `seed ${seed}`,
    findings: (n2) => plural2(n2, "finding", "findings"),
    status: {
      running: "running",
      queued: "waiting",
      success: "done",
      error: "failed",
      denied: "refused",
      timeout: "took too long",
      uncertain: "stopped; what it did outside is uncertain",
      blocked: "not used: not in the final plan"
    },
    records: "Tools",
    arguments: "Parameters",
    actions: "Suggested actions",
    decide: "Allow or forbid…",
    consentTitle: (card) => `“${card}” brings code that can run`,
    consentCode: "Show the code",
    consentOnce: "Allow once",
    consentAlways: "Always allow",
    consentNever: "Never",
    consentLater: "Not now",
    consentPage: "The tool says it needs the page?",
    consentPageWarning: "Code in the page can read your keys and every chat and reach the network. Do this only for code you have read and trust.",
    consentPageAllow: "Allow this very code in the page"
  },
  mvu: {
    ruledByMvu: "managed by the MVU extension",
    ruledByUs: "managed by this extension (MVU is not installed)",
    changes: "Changes in this round",
    noChanges: "No variable changed in this round.",
    rejected: "Operations that were not applied",
    tree: "Variables now",
    added: "new",
    removed: "removed",
    initialProblem: (where, problem) => `Initial variables of “${where}” could not be read: ${problem}`,
    newKeys: (n2) => `The author added ${plural2(n2, "initial variable", "initial variables")}`,
    merge: "Merge new initial variables"
  },
  preset: {
    offer: (used, all, preset) => `Use ${used} of ${all} entries of the preset “${preset}”?`,
    explain: "Otherwise turns carry no preset text. Either choice is remembered; you can change it in the settings later.",
    use: "Use them",
    skip: "Leave them out",
    dropped: "Entries that will not be used",
    lint: "Entries that may fight the turn"
  },
  sources: sourcesEn,
  commands: commandsEn,
  catchUp: {
    offer: (rounds, calls, tokens) => `${plural2(rounds, "round has", "rounds have")} no summary yet. Catching up takes about ${plural2(calls, "call", "calls")} and ${tokens} tokens.`,
    start: "Catch up",
    cancel: "Stop",
    resume: "Continue",
    progress: (done, all) => `${done} of ${plural2(all, "round", "rounds")} done`,
    done: (n2) => `${plural2(n2, "round", "rounds")} caught up.`,
    stopped: (done, all) => `Stopped at ${done} of ${plural2(all, "round", "rounds")}; what was done is kept.`
  }
};

// src/ui/text/commands-zh.ts
var commandsZh = {
  help: "/na 引导 内容（下一回合）、不规划 [取消]、文风 内容（本聊天）、进度、停止、分析、模式 [native|compat_plus|compat_strict]、状态、时间线、运行、来源；英文：guide noplan style status stop analyse mode state timeline run sources",
  guideIs: (guide) => `下一回合的引导：${guide}`,
  noGuide: "下一回合没有引导。",
  noPlan: "下一回合不规划，直接写。",
  planAgain: "下一回合照常规划。",
  styleIs: (note) => `本聊天的文风备注：${note}`,
  noStyle: "本聊天没有文风备注。",
  idle: "没有进行中的回合。",
  stopped: "已停止。",
  noReply: "还没有可以分析的回复。",
  switchedOff: "在这里已关闭。",
  modeIs: (mode) => `提示词模式：${mode}`,
  modes: { native: "回合流水线", compat_plus: "酒馆提示词加记忆与状态", compat_strict: "严格兼容" },
  dropOrder: "撤回",
  menuGuide: "引导下一回合",
  menuNoPlan: "下一回合不规划",
  menuPanels: "Narrative Agent 面板",
  macros: {
    naState: "故事的状态：时间、地点、物品、人物、任务、标记。",
    naSummary: "故事的摘要，从旧到新。",
    naTime: "故事里的日期与时刻。",
    naLocation: "故事发生的地点。",
    naRound: "最新回合的编号。"
  }
};

// src/ui/text/errors-zh.ts
var errorsZh = {
  "model.timeout": "模型太久没有回应。可以重试，或在设置里放宽等待时间。",
  "model.rate-limited": "模型服务限流了。稍等片刻再试，或换一个连接。",
  "model.network": "连不上模型服务。请检查网络和接口地址。",
  "model.server": "模型服务自己出错了。过一会儿再试。",
  "model.cut-stream": "回复在半途断开了。可以重试。",
  "model.empty": "模型返回了空内容。可以重试，或换一个模型。",
  "model.budget-eaten": "思考用完了全部输出长度，没有留下正文。请加大最大输出，或降低思考强度。",
  "model.auth": "接口拒绝了密钥。请在连接设置里检查密钥。",
  "model.not-found": "接口上没有这个模型或地址。请检查连接里的模型名和地址。",
  "model.overflow": "提示词超过了模型的上下文。请减少世界书或保留的回合数，或换上下文更大的模型。",
  "model.refused": "模型拒绝回答这段内容。可以改写输入，或换一个模型。",
  "model.rejected": "接口不接受这次请求。请检查连接的参数。",
  "answer.cut-off": "模型的答案不完整。请加大该步骤的最大输出。",
  "answer.not-json": "模型没有按要求的格式回答。可以重试，或给该步骤换一个模型。",
  "answer.invalid": "模型的答案缺了必要的内容。可以重试，或给该步骤换一个模型。",
  "tool.unknown": "没有这个名字的工具。",
  "tool.invalid-input": "工具收到的参数不对。",
  "tool.failed": "工具运行出错。",
  "tool.timeout": "工具运行太久，已停止。",
  "tool.memory": "工具用的内存太多，已停止。",
  "tool.output-too-large": "工具的输出太大，没有采用。",
  "tool.denied": "设置不允许这次工具调用。",
  "tool.no-consent": "这个工具的代码还没有得到你的允许。",
  "tool.unavailable": "这个浏览器里不能运行代码工具。",
  "author.tool-invalid": "世界书里的工具条目写错了，详见作者工作台。",
  "author.initvar-invalid": "变量初始化条目写错了，这一条没有采用。",
  "state.rejected": "这项变更不成立，没有采用。",
  "floor.immutable": "已存档的候选不能再改。",
  "floor.conflict": "同一回合被两处同时改动。请重新打开聊天。",
  "storage.blocked": "浏览器数据库被另一个标签页占用。请关掉其他标签页；在那之前照常游玩，记录只存在聊天文件里。",
  "storage.missing": "浏览器数据库不可用。照常游玩，记录只存在聊天文件里。",
  "storage.quota": "浏览器存储空间已满。照常游玩，记录只存在聊天文件里。",
  "storage.too-new": "数据来自更新版本的扩展。请升级扩展；已有数据不会被改动。",
  "storage.corrupt": "数据库里有读不懂的记录。它们原样保留，世界从聊天文件重建。",
  "host.missing": "这个版本的 SillyTavern 缺少需要的功能。",
  "host.chat-changed": "聊天已经切换，这次操作没有进行。",
  "host.not-owner": "这个聊天正在另一个标签页里使用。",
  "run.cancelled": "已停止。",
  "input.invalid": "收到的内容不符合要求。"
};

// src/ui/text/sources-zh.ts
var sourcesZh = {
  preset: (name) => `预设「${name || "未命名"}」`,
  presetUnused: "现在没有使用预设（设置项「预设」）；下面是拆分模式会发送的内容。",
  entries: (n2) => `世界书：${n2} 个条目`,
  noEntries: "没有启用的世界书。",
  keyed: "关键词命中时",
  byRole: "按角色",
  target: "发给",
  targets: { planning: "规划", writing: "写作", both: "规划和写作", none: "都不发" },
  drops: {
    disabled: "预设里关闭了",
    "not-triggered": "不用于这类生成",
    marker: "酒馆的占位条目",
    empty: "内容为空",
    "assistant-role": "角色是助手（预填充）",
    "by-choice": "你选了都不发"
  },
  buckets: {
    worldinfo1: "系统消息（worldinfo1）",
    worldinfo2: "靠近开头（worldinfo2）",
    worldinfo3_constant: "最近回合之后，常驻（worldinfo3）",
    worldinfo3_keyword: "最近回合之后，关键词（worldinfo3）",
    examples_before: "示例对话之前",
    examples_after: "示例对话之后"
  },
  reasons: {
    disabled: "已关闭",
    "gates-closed": "不用于这张卡或这类生成",
    empty: "内容为空",
    "left-to-sillytavern": "由酒馆决定（概率、分组或计时）",
    "embedded-only": "概率、分组、计时、装饰符或向量要由酒馆决定：请导入卡内的世界书",
    "not-activated": "没有命中关键词",
    "never-activates": "没有关键词，也不是常驻",
    "placed-elsewhere": "已经在别处的文字里",
    "filtered-tool": "是工具",
    "filtered-ui": "只用于界面",
    "filtered-initvar": "初始变量",
    "filtered-mvu-update": "变量更新规则",
    "filtered-tool-by-content": "像工具，但标题没有 [TOOL:名称]"
  },
  notes: {
    "position-has-no-place": "它的位置在这里没有对应的地方",
    "role-has-no-place": "它的角色在这里没有对应的地方"
  },
  tokens: (n2) => `约 ${n2} tokens`,
  refreshed: (books, entries) => `已重新读取：${books} 本书，${entries} 个条目。`
};

// src/ui/text/zh.ts
var zh = {
  steps: {
    open: "打开回合",
    plan: "规划",
    "planning-tools": "规划工具",
    recall: "召回原文",
    compose: "组装提示词",
    write: "写作",
    analyse: "分析",
    "post-tools": "后置工具",
    assemble: "合成消息",
    commit: "存档"
  },
  errors: errorsZh,
  rungs: {
    retry: "重试",
    repair: "修复答案",
    salvage: "保留完整的部分",
    "smaller-prompt": "缩短提示词",
    "other-profile": "换用其他连接",
    merged: "改用合并模式",
    "keep-last-state": "保留上一状态"
  },
  runStatus: {
    running: "进行中",
    completed: "完成",
    partial: "部分完成",
    failed: "失败",
    cancelled: "已停止",
    stale: "已过期"
  },
  analysis: { none: "未要求分析", pending: "待分析", done: "已分析", failed: "分析失败" },
  pageKinds: {
    greeting: "开场白",
    generated: "生成",
    native: "原生回复",
    imported: "导入",
    continued: "续写",
    reanalysed: "重新分析"
  },
  slots: { planning: "规划", writing: "写作", analysis: "分析", verifier: "校验", tool: "工具" },
  status: {
    preparing: "准备中",
    writing: "写作中",
    completing: "收尾中",
    seconds: (n2) => `${n2} 秒`,
    calls: (n2) => `${n2} 次调用`,
    retryIn: (seconds, attempt) => `${seconds} 秒后第 ${attempt} 次尝试`,
    retrying: (attempt) => `第 ${attempt} 次尝试`,
    stop: "停止",
    failedIn: (step) => `「${step}」没有完成。`,
    retry: "重试",
    analysisPending: "这一回合还没有分析，状态未更新；下一回合会一并分析。",
    analysisFailed: "这一回合的分析没有成功，正文完好，状态未更新；下一回合会一并分析。",
    analyseAgain: "重新分析",
    notCaughtUp: (n2) => `这个聊天里有 ${n2} 个回合还没有摘要。`,
    catchUp: "补写摘要…",
    partial: "这条回复没有写完。",
    degraded: (why) => `这一回合换了更简单的做法。${why}`,
    rejected: (n2) => `${n2} 项变更未采用`,
    details: "详情",
    close: "关闭",
    label: "Narrative Agent 回合状态"
  },
  otherTab: {
    sentence: "这个聊天正在另一个标签页里打开，不能同时在这里继续。",
    takeOver: "在这里继续"
  },
  panel: {
    title: "Narrative Agent",
    close: "关闭",
    noChat: "还没有打开聊天。",
    loading: "读取中……",
    failed: "这里没能显示：",
    empty: "（无）",
    tabs: { state: "状态", timeline: "时间线", run: "运行", sources: "来源", tools: "工具", mvu: "变量" }
  },
  state: {
    time: "时间",
    clock: (day, clock) => `第 ${day} 天 ${clock}`,
    place: "地点",
    noPlace: "起点",
    goods: "物品",
    people: "关系",
    quests: "任务",
    flags: "标记",
    variables: "变量",
    summaries: "摘要",
    round: (n2) => `第 ${n2} 回合`,
    opening: "开场",
    log: "最近的变更",
    rejected: "未采用的变更",
    edit: "编辑",
    save: "保存",
    cancel: "取消",
    lock: "锁定",
    unlock: "解锁",
    locked: "已锁定，只有你能改",
    remove: "删除",
    add: "添加",
    name: "名称",
    value: "值",
    undo: "撤销",
    redo: "重做",
    badNumber: "这里需要一个数字。",
    badTime: "请写成「天 时:分」，例如 2 18:40。",
    nameTaken: "这个名称已经有了。",
    questStatus: { available: "可接", active: "进行中", completed: "完成", failed: "失败" },
    mvuRules: "这个聊天的状态由 MVU 变量管理，见「变量」页。"
  },
  timeline: {
    noReply: "还没有回复",
    candidates: (n2) => `${n2} 个候选`,
    shown: "当前",
    edited: "正文在存档后被改过",
    baseMismatch: "写作时前面的候选与现在不同",
    partial: "未写完",
    detached: "已不在聊天里",
    restore: "恢复为候选",
    restored: "已恢复",
    analyseAgain: "重新分析",
    openRun: "查看运行",
    showCandidates: "显示候选",
    older: "显示更早的回合",
    catchUp: (n2) => `补写摘要（${n2}）…`
  },
  run: {
    none: "这一回合没有运行记录。",
    schedule: { serial: "串行", merged: "合并", parallel: "并行" },
    call: (slot, attempt) => attempt > 1 ? `${slot}（第 ${attempt} 次）` : slot,
    tokensIn: "输入",
    tokensOut: "输出",
    tokensCached: "缓存",
    sent: "发送的内容",
    answer: "模型的回答",
    cut: "放不下而省略的",
    cutLine: (source, tokens) => `${source}：约 ${tokens} tokens`,
    rungs: "用过的补救",
    rejected: "未采用的变更",
    notes: "备注",
    steps: "步骤",
    unknown: "未知",
    about: (tokens) => `约 ${tokens}`,
    copy: "复制",
    running: "进行中",
    total: (calls, seconds, tokens) => `${calls} 次调用 · ${seconds} 秒 · ${tokens} tokens`,
    roles: { system: "系统", user: "用户", assistant: "助手" },
    parts: "由哪些部分组成",
    layout: { classic: "经典顺序", cache: "缓存顺序" },
    partNames: {
      preset_system: "预设（系统）",
      worldinfo1: "系统消息里的世界书",
      instructions: "指令",
      tool_list: "工具列表",
      user_preset: "预设（用户）",
      card: "角色卡",
      examples: "示例对话",
      authors_note: "作者注释",
      character_note: "角色注释",
      injected: "其他扩展的文字",
      worldinfo2: "靠前的世界书",
      story_summary: "摘要",
      user_persona: "用户设定",
      recent_turns: "最近回合",
      worldinfo3: "回合之后的世界书",
      text_recall: "回看的原文",
      writing_guide: "规划",
      tool_results: "工具结果",
      state_summary: "状态",
      turn_text: "本轮文字",
      guidance: "引导",
      user_input: "输入",
      tool_context: "工具的上下文",
      task: "任务"
    },
    whys: {
      constant: "常驻",
      sillytavern: "由酒馆激活",
      input: "输入里有关键词",
      window: "最近回合里有关键词",
      state: "状态里有关键词"
    },
    lore: "这一回合的世界书条目",
    notSent: (n2) => `${n2} 个条目没有发送`
  },
  tools: {
    none: "当前的世界书里没有工具条目。",
    stage: { planning: "规划阶段", post_pipeline: "后置" },
    kind: { code: "代码", llm: "模型", builtin: "内置" },
    lint: "检查结果",
    severity: { error: "错误", warning: "警告", note: "提示" },
    place: (book, uid) => `${book || "卡内世界书"} #${uid}`,
    lineColumn: (line, column) => `第 ${line} 行第 ${column} 列`,
    parameters: "参数（JSON）",
    tryIt: "试运行",
    preview: "预览提示词",
    result: "结果",
    badJson: "参数不是有效的 JSON。",
    rolls: "掷骰记录",
    output: "打印输出",
    changes: "将会改变",
    seed: (seed) => `种子 ${seed}`,
    findings: (n2) => `${n2} 项检查结果`,
    status: {
      running: "运行中",
      queued: "等待中",
      success: "完成",
      error: "失败",
      denied: "被拒绝",
      timeout: "超时",
      uncertain: "已中断；它在外部做了什么不确定",
      blocked: "未采用：不在最终的计划里"
    },
    records: "工具",
    arguments: "参数",
    actions: "行动选项",
    decide: "允许或禁止……",
    consentTitle: (card) => `「${card}」带来了可以运行的代码`,
    consentCode: "查看代码",
    consentOnce: "允许这一次",
    consentAlways: "一直允许",
    consentNever: "不允许",
    consentLater: "以后再说",
    consentPage: "工具说它需要页面？",
    consentPageWarning: "在页面里运行的代码能读到你的密钥和所有聊天，也能联网。只对你读过并信任的代码这样做。",
    consentPageAllow: "允许这份代码在页面里运行"
  },
  mvu: {
    ruledByMvu: "由 MVU 扩展管理",
    ruledByUs: "由本扩展管理（未安装 MVU）",
    changes: "这一回合的变化",
    noChanges: "这一回合没有变量变化。",
    rejected: "未采用的操作",
    tree: "当前变量",
    added: "新增",
    removed: "删除",
    initialProblem: (where, problem) => `「${where}」里的初始变量读不出来：${problem}`,
    newKeys: (n2) => `作者新增了 ${n2} 个初始变量`,
    merge: "合并新的初始变量"
  },
  preset: {
    offer: (used, all, preset) => `要用预设「${preset}」里 ${all} 条中的 ${used} 条吗？`,
    explain: "不用的话，回合不带预设文字。两种选择都会记住，以后可以在设置里改。",
    use: "使用",
    skip: "不用",
    dropped: "不会用到的条目",
    lint: "可能与回合冲突的条目"
  },
  sources: sourcesZh,
  commands: commandsZh,
  catchUp: {
    offer: (rounds, calls, tokens) => `有 ${rounds} 个回合还没有摘要。补上约需 ${calls} 次调用、${tokens} tokens。`,
    start: "开始补写",
    cancel: "停止",
    resume: "继续",
    progress: (done, all) => `已补 ${done} / ${all} 回合`,
    done: (n2) => `补完了 ${n2} 个回合。`,
    stopped: (done, all) => `停在 ${done} / ${all} 回合，已补的都保留。`
  }
};

// src/ui/text.ts
function uiText(language) {
  return language === "zh" ? zh : en;
}

// node_modules/preact/dist/preact.mjs
var n;
var t;
var r;
var u;
var i;
var f;
var o;
var e;
var l;
var c;
var a;
var s;
var h = /* @__PURE__ */ Symbol.for("pv");
var p = {};
var y = [];
var v = /^m(i|n|o|s|text|space)$/;
var w = Array.isArray;
var d = y.slice;
var _ = Object.assign;
function g(n2) {
  n2 && n2.parentNode && n2.remove();
}
function m(r2, u2, i2, f3, o3) {
  var e2 = { type: r2, props: u2, key: i2, ref: f3, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: h, __v: o3 || ++t, __i: -1, __u: 0 };
  return !o3 && n.vnode && n.vnode(e2), e2;
}
function $(n2) {
  return n2.children;
}
function x(n2, t2) {
  this.props = n2, this.context = t2, this.__g = 0;
}
function S(n2, t2) {
  if (null == t2) return n2.__ && S(n2.__, n2.__i + 1);
  for (var r2; t2 < n2.__k.length; t2++) if ((r2 = n2.__k[t2]) && r2.__e) return r2.__e;
  return "function" != typeof n2.type || n2.props.__P ? null : S(n2);
}
function C(t2) {
  var r2, u2 = t2.__v, i2 = u2.__e, f3 = [], o3 = [], e2 = t2.__P;
  e2 && ((r2 = _({ constructor: h }, u2)).__v = u2.__v + 1, n.vnode && n.vnode(r2), z(e2, r2, u2, t2.__n, e2.namespaceURI, 32 & u2.__u ? [i2] : null, f3, i2 || S(u2), 32 & u2.__u, o3), r2.__v = u2.__v, r2.__.__k[r2.__i] = r2, E(f3, r2, o3), u2.__ = u2.__e = null, r2.__e != i2 && j(r2));
}
function j(n2) {
  if ((n2 = n2.__) && n2.__c && !n2.props.__P) return n2.__e = null, n2.__k.some(function(t2) {
    return t2 && (n2.__e = t2.__e);
  }), j(n2);
}
function L(t2) {
  (8 & t2.__g || (t2.__g |= 8, u.push(t2), f++)) && i == n.debounceRendering || ((i = n.debounceRendering) || queueMicrotask)(H);
}
function H() {
  try {
    for (var n2, t2 = 1; u.length; ) u.length > t2 && u.sort(o), n2 = u.shift(), t2 = u.length, 8 & n2.__g && C(n2);
  } finally {
    (f = u.length) && (i || queueMicrotask)(H);
  }
}
function I(n2, t2, r2, u2, i2, f3, o3, e2, l2, c2, a3) {
  var s2, h2, v2, w2, d2, _2, g2 = u2.__k || y, k = t2.length;
  for (l2 = q(r2, t2, g2, l2, k), s2 = 0; s2 < k; s2++) null != (v2 = r2.__k[s2]) && (h2 = ~v2.__i && g2[v2.__i] || p, v2.__i = s2, _2 = z(n2, v2, h2, i2, f3, o3, e2, l2, c2, a3), w2 = v2.__e, (h2.ref != v2.ref || 8 & h2.__u) && (h2.ref && G(h2.ref, null, v2, h2), v2.ref && a3.push(v2.ref, v2.__c || w2, v2)), d2 = d2 || w2, 4 & v2.__u ? (l2 = A(v2, l2, n2, !h2.__v), h2.__e && (h2.__e = null)) : "function" == typeof v2.type && void 0 !== _2 ? l2 = _2 : w2 && (l2 = w2.nextSibling), v2.__u &= -21);
  return r2.__e = d2, l2;
}
function q(n2, t2, r2, u2, i2) {
  var f3, o3, e2, l2, c2, a3, s2, p2, y2, v2 = r2.length, d2 = v2, _2 = 0, g2 = 0, k = n2.__k = Array(i2);
  for (f3 = 0; f3 < i2; f3++) null != (o3 = t2[f3]) && "boolean" != typeof o3 && "function" != typeof o3 ? ("object" != typeof o3 || o3.constructor === String ? o3 = k[f3] = m(null, o3) : w(o3) ? o3 = k[f3] = m($, { children: o3 }) : o3.constructor === h && o3.__b ? o3 = k[f3] = m(o3.type, o3.props, o3.key, o3.ref, o3.__v) : k[f3] = o3, l2 = f3 + _2, o3.__ = n2, o3.__b = n2.__b + 1, e2 = null, ~(c2 = o3.__i = P(o3, r2, l2, d2)) && (d2--, (e2 = r2[c2]) && (e2.__u |= 2)), e2 && e2.__v ? (o3.__u |= 16, c2 == l2 - 1 ? _2-- : c2 == l2 + 1 ? _2++ : c2 != l2 && (c2 > l2 ? _2-- : _2++, g2 = 1)) : (~c2 || (i2 > v2 ? _2-- : i2 < v2 && _2++), "function" != typeof o3.type && (o3.__u |= 4))) : k[f3] = null;
  if (g2) {
    for (a3 = [], s2 = [], f3 = 0; f3 < i2; f3++) if ((o3 = k[f3]) && 16 & o3.__u) {
      for (_2 = 0, p2 = a3.length; _2 < p2; ) a3[y2 = _2 + p2 >> 1] < o3.__i ? _2 = y2 + 1 : p2 = y2;
      a3[_2] = o3.__i, s2[f3] = _2 + 1;
    }
    for (_2 = a3.length; f3--; ) s2[f3] && (s2[f3] == _2 ? _2-- : k[f3].__u |= 4);
  }
  if (d2) for (f3 = 0; f3 < v2; f3++) !(e2 = r2[f3]) || 2 & e2.__u || (e2.__e == u2 && (u2 = S(e2)), J(e2, e2));
  return u2;
}
function A(n2, t2, r2, u2) {
  var i2, f3, o3, e2;
  if ("function" == typeof n2.type) {
    if (n2.props.__P) return t2;
    if (i2 = n2.__k) for (f3 = 0; f3 < i2.length; f3++) i2[f3] && (i2[f3].__ = n2, t2 = A(i2[f3], t2, r2, false));
    return t2;
  }
  for (t2 && !t2.parentNode && (t2 = S(n2)) && !t2.parentNode && (t2 = null), o3 = n2.__e, e2 = t2; e2 && 8 == e2.nodeType; ) e2 = e2.nextSibling;
  for (o3 != e2 && (!u2 && r2.moveBefore && o3.parentNode ? r2.moveBefore(o3, t2) : r2.insertBefore(o3, t2 || null)), t2 = o3; (t2 = t2 && t2.nextSibling) && 8 == t2.nodeType && !t2.data.startsWith("$s"); ) ;
  return t2;
}
function P(n2, t2, r2, u2) {
  var i2, f3 = n2.key, o3 = n2.type, e2 = t2[r2], l2 = e2 && !(2 & e2.__u);
  if (null === e2 && null == f3 || l2 && f3 == e2.key && o3 == e2.type) return r2;
  if (u2 > (l2 ? 1 : 0)) {
    for (i2 = r2 - 1; i2 >= 0; i2--) if ((e2 = t2[i2]) && !(2 & e2.__u) && f3 == e2.key && o3 == e2.type) return i2;
    for (i2 = r2 + 1; i2 < t2.length; i2++) if ((e2 = t2[i2]) && !(2 & e2.__u) && f3 == e2.key && o3 == e2.type) return i2;
  }
  return -1;
}
function T(n2, t2, r2) {
  null == r2 && (r2 = ""), "-" == t2[0] ? n2.setProperty(t2, r2) : n2[t2] = r2;
}
function N(n2, t2, r2, u2, i2) {
  var f3, o3;
  if ("style" == t2) if ("string" == typeof r2) n2.style.cssText = r2;
  else {
    if ("string" == typeof u2 && (n2.style.cssText = u2 = ""), u2) for (t2 in u2) r2 && t2 in r2 || T(n2.style, t2);
    if (r2) for (t2 in r2) u2 && r2[t2] == u2[t2] || T(n2.style, t2, r2[t2]);
  }
  else if ("o" == t2[0] && "n" == t2[1]) "function" != typeof r2 && (r2 = null), "function" != typeof u2 && (u2 = null), (n2.__e || (n2.__e = {}))[t2] = r2, r2 && u2 || (o3 = a[t2] || (a[t2] = V(t2)), (n2.__a || (n2.__a = {}))[t2] = c, f3 = t2 != (t2 = t2.replace(l, "$1")), (t2 = t2.slice(2))[0] < "a" && (t2 = t2.toLowerCase()), r2 ? n2.addEventListener(t2, o3, f3) : n2.removeEventListener(t2, o3, f3));
  else {
    if ("http://www.w3.org/2000/svg" == i2) t2 = t2.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
    else if ("width" != t2 && "height" != t2 && "href" != t2 && "list" != t2 && "form" != t2 && "tabIndex" != t2 && "download" != t2 && "rowSpan" != t2 && "colSpan" != t2 && "role" != t2 && "popover" != t2 && t2 in n2) try {
      return void (n2[t2] = null == r2 ? "" : r2);
    } catch (n3) {
    }
    if ("function" == typeof r2) return;
    null == r2 || false === r2 && "-" != t2[4] ? n2.removeAttribute(t2) : n2.setAttribute(t2, "popover" == t2 && 1 == r2 ? "" : r2);
  }
}
function V(t2) {
  return function(r2) {
    var u2 = this.__e;
    if (u2) {
      if (u2 = u2[t2], null == r2[e]) r2[e] = c++;
      else if (r2[e] < this.__a[t2]) return;
      return u2(n.event ? n.event(r2) : r2);
    }
  };
}
function z(t2, r2, u2, i2, f3, o3, e2, l2, c2, a3) {
  var s2, p2, v2, d2, k, b, m2, M, C2, j2, L2, H2, q2, A2, O, P2, T2, N2, V2 = r2.type;
  if (r2.constructor !== h) return null;
  128 & u2.__u && (c2 = 32 & u2.__u, s2 = u2.__c.__z) && (r2.__u |= c2, p2 = o3 = [], 8 == s2.nodeType ? l2 = B(s2, o3) : o3.push(s2), l2 = o3[0] || l2), (s2 = n.__b) && s2(r2);
  n: if ("function" == typeof V2) {
    v2 = e2.length;
    try {
      if (M = r2.props, C2 = (s2 = V2.prototype) && s2.render, j2 = (s2 = V2.contextType) && i2[s2.__c], L2 = s2 ? j2 ? j2.props.value : s2.__ : i2, (d2 = u2.__c) ? (r2.__c = d2, 2 & d2.__g && (d2.__g |= 1)) : (C2 ? r2.__c = d2 = new V2(M, L2) : (r2.__c = d2 = new x(M, L2), d2.constructor = V2, d2.render = K), j2 && j2.sub(d2), d2.state || (d2.state = {}), d2.__n = i2, d2.__g |= 8, d2.__h = [], d2.__k = []), C2 && (d2.__s || (d2.__s = d2.state), V2.getDerivedStateFromProps && (d2.__s == d2.state && (d2.__s = _({}, d2.__s)), _(d2.__s, V2.getDerivedStateFromProps(M, d2.__s)))), k = d2.props, b = d2.state, d2.__v = r2, u2.__c) {
        if (M !== k && C2 && !V2.getDerivedStateFromProps && d2.componentWillReceiveProps && d2.componentWillReceiveProps(M, L2), r2.__v == u2.__v && !(8 & d2.__g) || !(4 & d2.__g) && d2.shouldComponentUpdate && false === d2.shouldComponentUpdate(M, d2.__s, L2)) {
          r2.__v != u2.__v && (d2.props = M, d2.state = d2.__s, d2.__g &= -9), r2.__e = u2.__e, r2.__k = u2.__k, r2.__k.some(function(n2) {
            n2 && (n2.__ = r2);
          }), y.push.apply(d2.__h, d2.__k), d2.__k = [], d2.__h.length && e2.push(d2), l2 = S(u2);
          break n;
        }
        d2.componentWillUpdate && d2.componentWillUpdate(M, d2.__s, L2), C2 && d2.componentDidUpdate && d2.__h.push(function() {
          d2.componentDidUpdate(k, b, m2);
        });
      } else C2 && !V2.getDerivedStateFromProps && d2.componentWillMount && d2.componentWillMount(), C2 && d2.componentDidMount && d2.__h.push(d2.componentDidMount);
      d2.context = L2, d2.props = M, d2.__P = t2, d2.__g &= -5, H2 = n.__r, q2 = C2 ? 25 : 0;
      do {
        d2.__g &= -9, H2 && H2(r2), s2 = d2.render(d2.props, d2.state = d2.__s, d2.context);
      } while (8 & d2.__g && ++q2 < 25);
      C2 && (y.push.apply(d2.__h, d2.__k), d2.__k = []), d2.state = d2.__s, d2.getChildContext && (i2 = _({}, i2, d2.getChildContext())), C2 && u2.__c && d2.getSnapshotBeforeUpdate && (m2 = d2.getSnapshotBeforeUpdate(k, b)), A2 = s2 && s2.type === $ && null == s2.key ? s2.props.children : s2, M.__P && (s2 = l2, f3 = (t2 = M.__P).namespaceURI, c2 = o3 = null, u2.props && u2.props.__P != t2 && (u2.__k.some(function(n2) {
        n2 && J(n2, n2);
      }), u2.__k = null), l2 = u2.__k ? S(u2, 0) : null), l2 = I(t2, w(A2) ? A2 : [A2], r2, u2, i2, f3, o3, e2, l2, c2, a3), M.__P && (r2.__e = null, l2 = s2), r2.__u &= -161, p2 && p2.some(g), d2.__h.length && e2.push(d2), 1 & d2.__g && (d2.__g &= -4);
    } catch (t3) {
      if (e2.length = v2, r2.__v = null, c2 || o3) if (t3 && t3.then) {
        if (r2.__u |= 128 | c2, o3) {
          for (~(T2 = o3.indexOf(l2 || void 0)) || (T2 = o3.length); (N2 = o3[T2 - 1]) && 8 == N2.nodeType; ) T2--;
          for (; T2 < o3.length; T2++) if (N2 = o3[T2]) if (o3[T2] = null, O) {
            if (N2 == P2) break;
          } else {
            if (8 != N2.nodeType) break;
            N2.data.startsWith("$s") && (P2 = B(O = N2));
          }
        }
        if (!O) {
          for (; l2 && 8 == l2.nodeType && l2.nextSibling; ) l2 = l2.nextSibling;
          O = l2;
        }
        (s2 = B(O = r2.__c.__z || (r2.__c.__z = O))) ? (r2.__e = O, l2 = s2) : r2.__e = l2, l2 = l2 && l2.nextSibling;
      } else o3 && o3.some(g);
      else r2.__e = u2.__e;
      r2.__k || (r2.__k = u2.__k || []), t3 && t3.then || D(r2), n.__e(t3, r2, u2);
    }
  } else l2 = r2.__e = F(u2.__e, r2, u2, i2, f3, o3, e2, c2, a3, t2);
  return (s2 = n.diffed) && s2(r2), l2;
}
function B(n2, t2) {
  if (n2 && 8 == n2.nodeType && n2.data.startsWith("$s")) for (var r2 = 1; n2 = n2.nextSibling; ) {
    if (8 == n2.nodeType) {
      if (n2.data.startsWith("$s")) r2++;
      else if (n2.data.startsWith("/$s") && !--r2) return n2;
    }
    t2 && t2.push(n2);
  }
}
function D(n2) {
  n2 && (n2.__c && (n2.__c.__g |= 4), n2.__k && n2.__k.some(D));
}
function E(t2, r2, u2) {
  for (var i2 = 0; i2 < u2.length; ) G(u2[i2++], u2[i2++], u2[i2++]);
  n.__c && n.__c(r2, t2), t2.some(function(r3) {
    try {
      t2 = r3.__h, r3.__h = [], t2.some(function(n2) {
        n2.call(r3);
      });
    } catch (t3) {
      n.__e(t3, r3.__v);
    }
  });
}
function F(t2, r2, u2, i2, f3, o3, e2, l2, c2, a3) {
  var s2, h2, y2, _2, k, b, m2, M, $2 = u2.props || p, x2 = r2.props, C2 = r2.type;
  if ("svg" == C2 ? f3 = "http://www.w3.org/2000/svg" : "math" == C2 ? f3 = "http://www.w3.org/1998/Math/MathML" : f3 || (f3 = "http://www.w3.org/1999/xhtml"), o3) {
    for (s2 = 0; s2 < o3.length; s2++) if ((k = o3[s2]) && (C2 ? k.localName == C2 : 3 == k.nodeType)) {
      t2 = k, o3[s2] = null;
      break;
    }
  }
  if (!t2) {
    if (M = a3.ownerDocument || document, !C2) return M.createTextNode(x2);
    t2 = M.createElementNS(f3, C2, x2.is ? x2 : a3), l2 && (n.__m && n.__m(r2, o3), l2 = false), o3 = null;
  }
  if (C2) {
    if (a3 = "template" == C2 && t2.content || t2, o3 = "textarea" == C2 && null != x2.defaultValue ? null : o3 && d.call(a3.childNodes), !l2 && o3) for ($2 = {}, s2 = 0; s2 < t2.attributes.length; s2++) $2[(k = t2.attributes[s2]).name] = k.value;
    for (s2 in $2) k = $2[s2], "dangerouslySetInnerHTML" == s2 ? y2 = k : "children" == s2 || s2 in x2 || "value" == s2 && "defaultValue" in x2 || "checked" == s2 && "defaultChecked" in x2 || N(t2, s2, null, k, f3);
    for (s2 in x2) k = x2[s2], "children" == s2 ? _2 = k : "dangerouslySetInnerHTML" == s2 ? h2 = k : "value" == s2 ? b = k : "checked" == s2 ? m2 = k : l2 && "function" != typeof k || $2[s2] === k || N(t2, s2, k, $2[s2], f3);
    h2 ? (l2 || y2 && (h2.__html == y2.__html || h2.__html == t2.innerHTML) || (t2.innerHTML = h2.__html), r2.__k = []) : (y2 && (t2.textContent = ""), ("foreignObject" == C2 || "http://www.w3.org/1998/Math/MathML" == f3 && v.test(C2)) && (f3 = "http://www.w3.org/1999/xhtml"), I(a3, w(_2) ? _2 : [_2], r2, u2, i2, f3, o3, e2, o3 ? o3[0] : u2.__k && S(u2, 0), l2, c2), o3 && o3.some(g)), l2 && "textarea" != C2 || (s2 = "value", "progress" == C2 && null == b ? t2.removeAttribute(s2) : null == b || b === t2[s2] && ("progress" != C2 || b) || N(t2, s2, b, $2[s2], f3), s2 = "checked", null != m2 && m2 != t2[s2] && N(t2, s2, m2, $2[s2], f3));
  } else $2 === x2 || l2 && t2.data == x2 || (t2.data = x2);
  return t2;
}
function G(t2, r2, u2, i2) {
  try {
    "function" == typeof t2 ? r2 ? r2.__x = t2(r2) || 1 : i2 && (i2 = i2.__c || i2.__e) && (r2 = i2.__x) && (i2.__x = null, "function" == typeof r2 ? r2() : t2(null)) : t2.current = r2;
  } catch (t3) {
    n.__e(t3, u2);
  }
}
function J(t2, r2, u2) {
  var i2, f3, o3, e2;
  if (n.unmount && n.unmount(t2), !(i2 = t2.ref) || i2.current && i2.current != t2.__e || G(i2, null, r2, t2), i2 = t2.__c) {
    if (i2.componentWillUnmount) try {
      i2.componentWillUnmount();
    } catch (t3) {
      n.__e(t3, r2);
    }
    i2.__P = i2.__n = null;
  }
  if (i2 = t2.__k) for (e2 = 0; e2 < i2.length; e2++) i2[e2] && J(i2[e2], r2, "function" != typeof t2.type || u2 && !t2.props.__P);
  !u2 && (i2 = t2.__c) && (i2 = i2.__z) && (f3 = B(i2, o3 = [])) && (i2 == t2.__e && o3.some(g), g(f3), g(i2)), u2 || g(t2.__e), t2.__e = t2.__c = t2.__ = null;
}
function K(n2, t2, r2) {
  return this.constructor(n2, r2);
}
function Q(t2, r2) {
  var u2, i2, f3, o3;
  n.__ && n.__(t2, r2), 9 == r2.nodeType && (r2 = r2.documentElement), i2 = (u2 = t2 && 32 & t2.__u) ? null : r2.__k, r2.__k = m($, { children: [t2] }), f3 = [], o3 = [], z(r2, r2.__k, i2 || p, p, r2.namespaceURI, i2 ? null : r2.firstChild ? d.call(r2.childNodes) : null, f3, i2 ? i2.__e : r2.firstChild, u2, o3), E(f3, r2.__k, o3), r2.__k.props.children = null;
}
n = { __e: function(n2, t2, r2, u2) {
  for (var i2, o3, e2; t2 = t2.__; ) if ((i2 = t2.__c) && !(1 & i2.__g)) {
    i2.__g |= 4;
    try {
      if ((e2 = (o3 = i2.constructor) && o3.getDerivedStateFromError) && i2.setState(o3.getDerivedStateFromError(n2)), i2.componentDidCatch && (i2.componentDidCatch(n2, u2 || {}), e2 = 1), e2 && 8 & i2.__g) return void (i2.__g |= 2);
    } catch (t3) {
      n2 = t3;
    }
  }
  throw f = 0, n2;
} }, t = 0, r = function(n2) {
  return null != n2 && n2.constructor === h;
}, x.prototype.setState = function(n2, t2) {
  var r2 = this.__s;
  r2 && r2 != this.state || (r2 = this.__s = _({}, this.state)), "function" == typeof n2 && (n2 = n2(_({}, r2), this.props)), n2 && (_(r2, n2), this.__v && (t2 && this.__k.push(t2), L(this)));
}, x.prototype.forceUpdate = function(n2) {
  this.__v && (this.__g |= 4, n2 && this.__h.push(n2), L(this));
}, x.prototype.render = $, u = [], f = 0, o = function(n2, t2) {
  return n2.__v.__b - t2.__v.__b;
}, e = /* @__PURE__ */ Symbol(), l = /(PointerCapture)$|Capture$/i, c = 0, a = {}, s = 0;

// node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
var f2 = /* @__PURE__ */ Symbol.for("pv");
var o2 = 0;
function a2(t2, e2, n2, u2, a3, i2) {
  e2 || (e2 = {});
  var c2, l2, p2 = e2;
  if ("ref" in p2 && "function" != typeof t2) for (l2 in p2 = {}, e2) "ref" == l2 ? c2 = e2[l2] : p2[l2] = e2[l2];
  var s2 = { type: t2, props: p2, key: n2, ref: c2, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: f2, __v: --o2, __i: -1, __u: 0 };
  return (a3 || i2) && (s2.__source = a3, s2.__self = i2), n.vnode && n.vnode(s2), s2;
}

export {
  uiText,
  n,
  $,
  Q,
  a2 as a
};
