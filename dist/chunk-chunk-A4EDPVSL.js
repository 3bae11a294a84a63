/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/domain/errors.ts
var retryOf = {
  "model.timeout": "auto",
  "model.rate-limited": "auto",
  "model.network": "auto",
  "model.server": "auto",
  "model.cut-stream": "auto",
  "model.empty": "auto",
  "model.budget-eaten": "auto",
  "model.auth": "user",
  "model.not-found": "user",
  "model.overflow": "user",
  "model.refused": "user",
  "model.rejected": "user",
  "answer.cut-off": "auto",
  "answer.not-json": "auto",
  "answer.invalid": "auto",
  "tool.unknown": "never",
  "tool.invalid-input": "never",
  "tool.failed": "user",
  "tool.timeout": "user",
  "tool.memory": "user",
  "tool.output-too-large": "never",
  "tool.denied": "user",
  "tool.no-consent": "user",
  "tool.unavailable": "user",
  "author.tool-invalid": "never",
  "author.initvar-invalid": "never",
  "state.rejected": "never",
  "floor.immutable": "never",
  "floor.conflict": "user",
  "storage.blocked": "user",
  "storage.missing": "user",
  "storage.quota": "user",
  "storage.too-new": "never",
  "storage.corrupt": "never",
  "host.missing": "never",
  "host.chat-changed": "user",
  "host.not-owner": "user",
  "run.cancelled": "never",
  "input.invalid": "never"
};
var NarrativeError = class extends Error {
  code;
  retry;
  details;
  constructor(code, facts = {}) {
    super(facts.message ?? code, facts.cause === void 0 ? void 0 : { cause: facts.cause });
    this.name = "NarrativeError";
    this.code = code;
    this.retry = facts.retry ?? retryOf[code];
    this.details = facts.details ?? {};
  }
};
var errorCodes = Object.keys(retryOf);
function isCancelled(error) {
  return error instanceof NarrativeError && error.code === "run.cancelled";
}

// src/shared/undo-list.ts
function makeUndoList() {
  let undos = [];
  return {
    add(undo) {
      undos.push(undo);
    },
    run() {
      const mine = undos.reverse();
      undos = [];
      const errors = [];
      for (const undo of mine) {
        try {
          undo();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    }
  };
}

// src/shared/text-hash.ts
var PRIME = 16777619;
function textHash(text) {
  let a = 2166136261;
  let b = 2538058380;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, PRIME);
    b = Math.imul(b ^ unit + i, PRIME);
  }
  a = Math.imul(a ^ text.length, PRIME);
  b = Math.imul(b ^ a >>> 7, PRIME);
  return (a >>> 0).toString(16).padStart(8, "0") + (b >>> 0).toString(16).padStart(8, "0");
}

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

// src/ui/text/en.ts
var plural = (n, one, many) => `${n} ${n === 1 ? one : many}`;
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
    seconds: (n) => `${n} s`,
    calls: (n) => plural(n, "call", "calls"),
    retryIn: (seconds, attempt) => `attempt ${attempt} in ${seconds} s`,
    retrying: (attempt) => `attempt ${attempt}`,
    failedIn: (step) => `“${step}” did not finish.`,
    retry: "Retry",
    analysisPending: "This round is not analysed yet, so the state is unchanged; the next round takes it along.",
    analysisFailed: "The analysis of this round failed. The reply is safe, the state is unchanged; the next round takes it along.",
    analyseAgain: "Analyse again",
    partial: "This reply is not finished.",
    degraded: (why) => `This turn went on in a simpler way. ${why}`,
    rejected: (n) => plural(n, "change not applied", "changes not applied"),
    details: "Details",
    close: "Close",
    label: "Narrative Agent turn status"
  },
  panel: {
    title: "Narrative Agent",
    close: "Close",
    noChat: "No chat is open.",
    loading: "Loading…",
    failed: "This could not be shown: ",
    empty: "(none)",
    tabs: { state: "State", timeline: "Timeline", run: "Run", tools: "Tools", mvu: "Variables" }
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
    round: (n) => `Round ${n}`,
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
    candidates: (n) => plural(n, "candidate", "candidates"),
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
    older: "Show earlier rounds"
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
    copy: "Copy",
    running: "running",
    total: (calls, seconds, tokens) => `${plural(calls, "call", "calls")} · ${seconds} s · ${tokens} tokens`,
    roles: { system: "System", user: "User", assistant: "Assistant" }
  },
  tools: {
    none: "The worldbooks in use hold no tool entries.",
    state: {
      ready: "ready",
      disabled: "disabled",
      not_active: "key did not fire",
      approval_required: "waiting for your consent",
      approval_denied: "not allowed",
      sandbox_unavailable: "cannot run in this browser",
      broken: "entry is wrong"
    },
    stage: { planning: "planning", post_pipeline: "post" },
    kind: { code: "code", llm: "model", builtin: "built in" },
    lint: "Findings",
    parameters: "Parameters (JSON)",
    tryIt: "Try it",
    preview: "Preview the prompt",
    result: "Result",
    badJson: "The parameters are not valid JSON.",
    rolls: "Roll log",
    rollFrom: (tool, round) => `${tool}, round ${round}`,
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
    newKeys: (n) => `The author added ${plural(n, "initial variable", "initial variables")}`,
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
  catchUp: {
    offer: (rounds, calls, tokens) => `${plural(rounds, "round has", "rounds have")} no summary yet. Catching up takes about ${plural(calls, "call", "calls")} and ${tokens} tokens.`,
    start: "Catch up",
    cancel: "Stop",
    resume: "Continue",
    progress: (done, all) => `${done} of ${plural(all, "round", "rounds")} done`,
    done: (n) => `${plural(n, "round", "rounds")} caught up.`,
    stopped: (done, all) => `Stopped at ${done} of ${plural(all, "round", "rounds")}; what was done is kept.`
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
    seconds: (n) => `${n} 秒`,
    calls: (n) => `${n} 次调用`,
    retryIn: (seconds, attempt) => `${seconds} 秒后第 ${attempt} 次尝试`,
    retrying: (attempt) => `第 ${attempt} 次尝试`,
    failedIn: (step) => `「${step}」没有完成。`,
    retry: "重试",
    analysisPending: "这一回合还没有分析，状态未更新；下一回合会一并分析。",
    analysisFailed: "这一回合的分析没有成功，正文完好，状态未更新；下一回合会一并分析。",
    analyseAgain: "重新分析",
    partial: "这条回复没有写完。",
    degraded: (why) => `这一回合换了更简单的做法。${why}`,
    rejected: (n) => `${n} 项变更未采用`,
    details: "详情",
    close: "关闭",
    label: "Narrative Agent 回合状态"
  },
  panel: {
    title: "Narrative Agent",
    close: "关闭",
    noChat: "还没有打开聊天。",
    loading: "读取中……",
    failed: "这里没能显示：",
    empty: "（无）",
    tabs: { state: "状态", timeline: "时间线", run: "运行", tools: "工具", mvu: "变量" }
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
    round: (n) => `第 ${n} 回合`,
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
    candidates: (n) => `${n} 个候选`,
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
    older: "显示更早的回合"
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
    copy: "复制",
    running: "进行中",
    total: (calls, seconds, tokens) => `${calls} 次调用 · ${seconds} 秒 · ${tokens} tokens`,
    roles: { system: "系统", user: "用户", assistant: "助手" }
  },
  tools: {
    none: "当前的世界书里没有工具条目。",
    state: {
      ready: "可用",
      disabled: "已停用",
      not_active: "关键词未触发",
      approval_required: "等待允许",
      approval_denied: "未获允许",
      sandbox_unavailable: "这个浏览器里不能运行",
      broken: "条目有误"
    },
    stage: { planning: "规划阶段", post_pipeline: "后置" },
    kind: { code: "代码", llm: "模型", builtin: "内置" },
    lint: "检查结果",
    parameters: "参数（JSON）",
    tryIt: "试运行",
    preview: "预览提示词",
    result: "结果",
    badJson: "参数不是有效的 JSON。",
    rolls: "掷骰记录",
    rollFrom: (tool, round) => `${tool}，第 ${round} 回合`,
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
    newKeys: (n) => `作者新增了 ${n} 个初始变量`,
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
  catchUp: {
    offer: (rounds, calls, tokens) => `有 ${rounds} 个回合还没有摘要。补上约需 ${calls} 次调用、${tokens} tokens。`,
    start: "开始补写",
    cancel: "停止",
    resume: "继续",
    progress: (done, all) => `已补 ${done} / ${all} 回合`,
    done: (n) => `补完了 ${n} 个回合。`,
    stopped: (done, all) => `停在 ${done} / ${all} 回合，已补的都保留。`
  }
};

// src/ui/text.ts
function uiText(language) {
  return language === "zh" ? zh : en;
}

export {
  NarrativeError,
  errorCodes,
  isCancelled,
  textHash,
  makeUndoList,
  uiText
};
