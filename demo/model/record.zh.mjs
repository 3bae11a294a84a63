/** The demo's story in Chinese: what each phrase of its prose did to the world. */

/** @type {import('./story-types.mjs').StoryRecord} */
export const recordZh = {
  goods: [
    { quote: '五枚铜币', events: [{ type: 'add_item', params: { item: '铜币', quantity: 5 } }] },
    { quote: '三枚铜币', events: [{ type: 'add_item', params: { item: '铜币', quantity: 3 } }] },
    { quote: '一盏空的提灯', events: [{ type: 'add_item', params: { item: '提灯', quantity: 1 } }] },
    { quote: '一盏提灯', events: [{ type: 'add_item', params: { item: '提灯', quantity: 1 } }] },
    { quote: '一瓶灯油，还有一封', events: [{ type: 'add_item', params: { item: '灯油', quantity: 1 } }] },
    { quote: '一封没有封口的信', events: [{ type: 'add_item', params: { item: '信', quantity: 1 } }] },
  ],
  facts: [
    {
      quote: '两枚铜币放在秤盘上',
      events: [{ type: 'remove_item', params: { item: '铜币', quantity: 2 } }],
      patches: [{ op: 'delta', path: '/铜币', value: -2 }],
    },
    {
      quote: '一瓶灯油递到你手里',
      events: [{ type: 'add_item', params: { item: '灯油', quantity: 1 } }],
      patches: [{ op: 'delta', path: '/灯油', value: 1 }],
    },
    {
      quote: '雾里的灯比平时饿',
      events: [{ type: 'modify_relationship', params: { npc: '老秤', delta: 3 } }],
      patches: [{ op: 'delta', path: '/好感/老秤', value: 1 }],
    },
    {
      quote: '多给你半两',
      events: [{ type: 'modify_relationship', params: { npc: '老秤', delta: 4 } }],
      patches: [{ op: 'delta', path: '/好感/老秤', value: 1 }],
    },
    {
      quote: '先记在账上',
      events: [{ type: 'set_flag', params: { flag: '欠老秤', value: 2 } }],
      patches: [{ op: 'delta', path: '/好感/老秤', value: -1 }],
    },
    {
      quote: '等潮钟响了，我渡你过去',
      events: [{ type: 'start_quest', params: { quest_id: '渡过雾口', stage: '等潮钟响' } }],
    },
    { quote: '等了二十分钟', events: [{ type: 'pass_time', params: { minutes: 20 } }] },
    { quote: '二十分钟，比想的要长', events: [{ type: 'pass_time', params: { minutes: 20 } }] },
    { quote: '一袋烟的工夫过去', events: [{ type: 'pass_time', params: { minutes: 10 } }] },
    {
      quote: '给你腾出半条船舷',
      events: [{ type: 'modify_relationship', params: { npc: '阿芜', delta: 2 } }],
      patches: [{ op: 'delta', path: '/好感/阿芜', value: 1 }],
    },
    { quote: '四十分钟后', events: [{ type: 'pass_time', params: { minutes: 40 } }] },
    {
      quote: '就这么压着',
      events: [{ type: 'modify_relationship', params: { npc: '阿芜', delta: 5 } }],
      patches: [{ op: 'delta', path: '/好感/阿芜', value: 2 }],
    },
    {
      quote: '一瓶灯油烧得只剩灯芯上的一点',
      events: [{ type: 'remove_item', params: { item: '灯油', quantity: 1 } }],
      patches: [{ op: 'delta', path: '/灯油', value: -1 }],
    },
    {
      quote: '船底擦上了石头',
      events: [{ type: 'complete_quest', params: { quest_id: '渡过雾口', outcome: 'success' } }],
    },
    {
      quote: '一截旧钟绳放进你手里',
      events: [{ type: 'add_item', params: { item: '旧钟绳', quantity: 1 } }],
      patches: [{ op: 'insert', path: '/背包/-', value: '旧钟绳' }],
    },
    { quote: '踏上灯塔脚下的石阶', events: [{ type: 'move', params: { location: '灯塔' } }] },
    { quote: '踏上旧码头的木板', events: [{ type: 'move', params: { location: '旧码头' } }] },
    {
      quote: '一瓶灯油洒进了水里',
      events: [{ type: 'remove_item', params: { item: '灯油', quantity: 1 } }],
      patches: [{ op: 'delta', path: '/灯油', value: -1 }],
    },
    {
      quote: '一枚铜币从钱袋滑进水里',
      events: [{ type: 'remove_item', params: { item: '铜币', quantity: 1 } }],
      patches: [{ op: 'delta', path: '/铜币', value: -1 }],
    },
    {
      quote: '水已经漫过脚背',
      events: [{ type: 'set_flag', params: { flag: '鞋湿了', value: true } }],
      patches: [
        { op: 'delta', path: '/生命', value: -1 },
        { op: 'delta', path: '/雾蚀', value: 1 },
      ],
    },
    {
      quote: '钟没有放行',
      events: [{ type: 'advance_quest', params: { quest_id: '渡过雾口', stage: '在钟前退回，再等一次落潮' } }],
    },
    {
      quote: '抽出一张盐税票',
      events: [{ type: 'add_item', params: { item: '盐税票', quantity: 1 } }],
      patches: [{ op: 'insert', path: '/背包/-', value: '盐税票' }],
    },
    {
      quote: '罚了你一枚铜币',
      events: [{ type: 'remove_item', params: { item: '铜币', quantity: 1 } }],
      patches: [{ op: 'delta', path: '/铜币', value: -1 }],
    },
    { quote: '十分钟后，你又站在亮处', events: [{ type: 'pass_time', params: { minutes: 10 } }] },
    { quote: '十分钟后，老秤把推车', events: [{ type: 'pass_time', params: { minutes: 10 } }] },
    {
      quote: '记住了他换灯的时辰',
      events: [{ type: 'set_flag', params: { flag: '知道税吏换灯的时辰', value: true } }],
    },
  ],
  traces: [
    {
      mark: '两枚铜币放在秤盘上',
      summary: '向老秤花两枚铜币买下一瓶灯油；阿芜答应潮钟响后渡他过雾口，提醒油够才走得到。二十分钟后雾更浓。',
      log: '落潮前，老秤处添油一瓶，付铜币二枚；约定钟响开船。',
      choices: ['请阿芜开船渡过雾口', '问阿芜盐税的事', '看一看四周的雾'],
    },
    {
      mark: '先记在账上',
      summary: '铜币不够，老秤把一瓶灯油的钱记在木牌上，嘱咐回来再还；阿芜的船上也压着这样的木牌。',
      log: '赊油一瓶，老秤记账一笔。',
      choices: ['请阿芜开船渡过雾口', '向阿芜打听那些木牌', '去货箱那边碰碰运气'],
    },
    {
      mark: '船底擦上了石头',
      summary: '趁落潮随阿芜渡过雾口，浪来时压住了船舷，过钟时念了那句话；四十分钟后平安靠岸，烧掉一瓶灯油。',
      log: '钟响开船，四十分钟过口，人船平安，烧油一瓶。',
      choices: ['看一看这边的岸', '谢过阿芜，问她回程', '打听潮钟的来历'],
    },
    {
      mark: '缆绳又系回原来的桩上',
      summary:
        '趁落潮随阿芜渡雾口，浪来时慢了半拍，船在潮钟前退了回来；洒掉一瓶灯油，鞋湿了。阿芜说不怪他，要再等一次水。',
      log: '钟响开船，钟前遇横浪退回，失油一瓶，人船平安。',
      choices: ['再向老秤买一瓶灯油', '问阿芜下一次落潮', '问阿芜那句话怎么念'],
    },
    {
      mark: '潮钟还没有响，你们等到它响',
      summary: '潮水还在涨，阿芜不肯解缆，剪了灯芯一起等；二十分钟后潮钟响了。',
      log: '涨潮未开船，候钟二十分钟。',
      choices: ['请阿芜开船渡过雾口', '问阿芜潮钟的来历', '看一看雾口的水'],
    },
    {
      mark: '抽出一张盐税票',
      summary: '从货箱的影子里摸到税吏的账箱，抽走一张盖了红印的盐税票，没有被发现；老秤看见了，没有作声。',
      log: '候潮，无事。',
      choices: ['收好税票，同阿芜说话', '问老秤刚才看见了什么', '看一看税吏的灯笼'],
    },
    {
      mark: '罚了你一枚铜币',
      summary: '靠近货箱时踩响了木板，被怕雾的税吏叫住，罚去一枚铜币；税吏说下一次要写名字。',
      log: '候潮，岸上有口角，罚铜币一枚。',
      choices: ['离开货箱，同阿芜说话', '向老秤打听税吏', '看一看四周的雾'],
    },
    {
      mark: '记住了他换灯的时辰',
      summary: '躲在货箱后看清了税吏每隔一刻钟换一次灯油，那四十步里账箱没有人看守。',
      log: '候潮，无事。',
      choices: ['趁他换灯，溜到账箱旁', '回船边，同阿芜说话', '问老秤税吏的来历'],
    },
    {
      mark: '借一盏灯，还一条路',
      summary: '想起开场时阿芜压低声音教的话：过潮钟要念“借一盏灯，还一条路”，她只说一遍。老秤说见过记错的人。',
      log: '候潮，无事。',
      choices: ['请阿芜开船渡过雾口', '向老秤买一瓶灯油', '问老秤谁记错过'],
    },
    {
      mark: '给你腾出半条船舷',
      summary: '同阿芜和老秤谈了一阵盐税与潮钟；阿芜让出半条船舷，老秤说敲钟的人年轻时也渡人，红印一枚铜币一个。',
      log: '候潮，与客闲谈。',
      choices: ['请阿芜开船渡过雾口', '向老秤买一瓶灯油', '看一看四周的雾'],
    },
  ],
  anyTrace: {
    mark: '',
    summary: '在雾里停留片刻，阿芜和老秤都在近旁，潮钟没有响，各人的东西没有变化。',
    log: '候潮，无事。',
    choices: ['请阿芜开船渡过雾口', '向老秤买一瓶灯油', '同阿芜说说话'],
  },
};
