/** Serves the demo until Ctrl-C. */
import { startSillyTavern } from '../../test/host/sillytavern.mjs';
import { demoConnection } from './demo-connection.mjs';
import { demoRoot } from './demo-root.mjs';

const words = {
  en: {
    starting: 'Starting SillyTavern (half a minute the first time) …',
    open: 'Open',
    then: 'The Lantern Ferry is open. Say something; try: buy lamp oil, then cross. Swipe, edit, delete: the world follows.',
    script: 'The replies come from an embedded script. For a real model set OPENAI_BASE_URL, OPENAI_API_KEY and MODEL.',
    own: 'The replies come from',
    end: 'Ctrl-C ends everything. Chats stay in',
  },
  zh: {
    starting: '正在启动 SillyTavern（第一次约半分钟）…',
    open: '打开',
    then: '《雾港渡灯》已经打开。说点什么；可以先买灯油，再渡河。重刷、改写、删楼，世界都跟着走。',
    script: '回复来自内置的照稿模型。要接真正的模型，请设置 OPENAI_BASE_URL、OPENAI_API_KEY 和 MODEL。',
    own: '回复来自',
    end: 'Ctrl-C 结束一切。聊天保存在',
  },
};

/** @param {{ language: 'zh' | 'en', fresh: boolean, port: number }} options */
export async function serveDemo({ language, fresh, port }) {
  const say = words[language];
  const model = await demoConnection({});
  const dir = `.demo/${language}`;
  const dataRoot = demoRoot({ dir, language, model, fresh });
  console.log(say.starting);
  const host = await startSillyTavern({ dataRoot, preferredPort: port });
  console.log(`\n  ${say.open} ${host.url}\n\n${say.then}`);
  console.log(model.server ? say.script : `${say.own} ${model.name} (${model.url}).`);
  console.log(`${say.end} ${dir}.`);

  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
  });
  await host.stop();
  await model.server?.stop();
}
