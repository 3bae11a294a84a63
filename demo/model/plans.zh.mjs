/** The demo's story in Chinese: the planner's answers. */

/** @type {import('./story-types.mjs').Plans} */
export const plansZh = {
  plans: {
    look: {
      intent: '想看清周围；没有风险',
      direction: '写雾的层次和眼前可见的东西，由远到近，落在阿芜的一个小动作上。不推进时间，不添新人物。',
      points: ['雾里可见的三样东西', '税吏或空船作背景', '停在玩家可以行动处'],
      tone: '安静',
      pacing: '慢',
      notes: [],
    },
    talk: {
      intent: '想打听消息；结果不用掷骰',
      direction: '阿芜先想再答，只说一件事：盐税，或者潮钟。老秤补一句硬话。结尾让出一点位置，表示接纳。',
      points: ['阿芜的话不超过三句', '老秤插一句', '过去一袋烟的工夫'],
      tone: '平静',
      pacing: '中',
      notes: ['阿芜：过钟的那句话她只说一遍（第 0 轮），税吏不能知道'],
    },
    buy: {
      intent: '向老秤买灯油，顺便问渡；结果确定',
      direction: '老秤称油收钱，嘴硬心软；阿芜答应潮钟响后渡人。过去二十分钟，雾更浓，停在开船之前。',
      points: ['两枚铜币换一瓶灯油', '阿芜答应渡人', '二十分钟过去'],
      tone: '平静里有一点暖',
      pacing: '中',
      notes: ['老秤：一瓶两枚铜币，从不差一钱'],
    },
    sneak: {
      intent: '想避开税吏拿东西；结果未定',
      direction: '沿着货箱的影子靠近账箱，灯笼来回。成则得一张盐税票，败则被叫住罚一枚铜币，都不动手。',
      points: ['灯笼的来回', '按检定结果写', '老秤看见了'],
      tone: '绷紧',
      pacing: '快',
      notes: ['税吏：怕雾，不会追进雾里'],
      calls: [
        {
          tool: 'roll_dice',
          params: { mode: 'normal', expr: '1d20', dc: 10 },
          success_branch: '得到一张盐税票，无人察觉',
          failure_branch: '踩响木板，罚一枚铜币',
          reason: '能否不惊动税吏',
        },
      ],
    },
    cross: {
      intent: '趁落潮渡雾口；结果未定',
      direction: '钟响解缆，顺落潮入雾；第二道浪是关口。成则过钟靠岸，败则在钟前退回原处，失一瓶油，人都平安。',
      points: ['潮水按工具结果', '浪来时按检定结果写', '过钟要念那句话'],
      tone: '绷紧',
      pacing: '快',
      notes: ['阿芜：从不在钟前硬闯', '过钟的话在第 0 轮，不要改字'],
      calls: [
        { tool: 'tide', params: {}, reason: '是否落潮' },
        {
          tool: 'roll_dice',
          params: { mode: 'normal', expr: '1d20', dc: 12 },
          success_branch: '压住船舷，四十分钟后靠上对岸',
          failure_branch: '慢了半拍，洒掉一瓶油，退回原处',
          reason: '浪来时能否稳住船',
        },
      ],
    },
    recall: {
      intent: '想起阿芜教的那句话；没有风险',
      direction: '让那句话原样回到耳边，一字不改；老秤旁证一句。不推进时间，不添事件。',
      points: ['原话照录', '老秤说见过记错的人'],
      tone: '低沉',
      pacing: '慢',
      notes: ['阿芜：过钟的话（第 0 轮），税吏不能知道'],
      recall: [0],
    },
    other: {
      intent: '一件小事；没有风险',
      direction: '让两个人各有一个小反应，雾不作声。不推进时间，停在玩家可以行动处。',
      points: ['阿芜的反应', '老秤的反应'],
      tone: '安静',
      pacing: '中',
      notes: [],
    },
  },
  creditPlan: {
    intent: '向老秤买灯油，铜币不够；结果确定',
    direction: '老秤看见铜币不够，叹气，刻木牌记账，仍给一瓶油。不推进时间。',
    points: ['记账', '一瓶灯油', '木牌不止一块'],
    tone: '平静里有一点暖',
    pacing: '中',
    notes: ['老秤：不赊给说谎的人'],
  },
};
