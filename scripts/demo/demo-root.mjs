/** Makes the demo's data root, or keeps the one of last time and points it at today's model server. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { demoSpec } from '../../demo/lantern-ferry.mjs';
import { makeDataRoot } from '../../test/host/data-root.mjs';
import { pinnedVersion, sillyTavernDir } from '../../test/host/install.mjs';
import { extensionDir } from './build-extension.mjs';

/**
 * @param {object} options
 * @param {string} options.dir
 * @param {'zh' | 'en'} options.language
 * @param {{ url: string, name: string, key?: string }} options.model
 * @param {boolean} options.fresh
 * @returns {import('../../test/host/data-root.mjs').DataRoot}
 */
export function demoRoot({ dir, language, model, fresh }) {
  const note = path.join(dir, 'demo.json');
  if (!fresh && existsSync(note)) {
    const { version, url } = JSON.parse(readFileSync(note, 'utf8'));
    if (version === pinnedVersion()) {
      const root = keptRoot(dir);
      followModel(root.userDir, url, model);
      writeFileSync(note, JSON.stringify({ version, url: model.url }));
      return root;
    }
    console.log(`The data root ${dir} is of another SillyTavern: it is made anew.`);
  }
  rmSync(dir, { recursive: true, force: true });
  const repository = extensionDir();
  const root = makeDataRoot({
    dir,
    ...demoSpec(language),
    ...(repository ? { extensionDir: repository } : {}),
    ...(model.key ? { apiKey: model.key } : {}),
    modelUrl: model.url,
    model: model.name,
    openCard: demoSpec(language).cards[0]?.card.data.name,
    extension: { pipeline: { enableTextRecall: true } },
  });
  writeFileSync(note, JSON.stringify({ version: pinnedVersion(), url: model.url }));
  return root;
}

/** @param {string} dir */
function keptRoot(dir) {
  const root = path.resolve(dir);
  return {
    dir: root,
    userDir: path.join(root, 'default-user'),
    configPath: path.join(root, 'config.yaml'),
    packageDir: sillyTavernDir(),
  };
}

/** A connection that the player changed since stays as it is. @param {string} userDir @param {string} before @param {{ url: string, name: string }} model */
function followModel(userDir, before, model) {
  const file = path.join(userDir, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  if (settings.oai_settings?.custom_url !== before) return;
  settings.oai_settings.custom_url = model.url;
  settings.oai_settings.custom_model = model.name;
  writeFileSync(file, JSON.stringify(settings, null, 4));
}
