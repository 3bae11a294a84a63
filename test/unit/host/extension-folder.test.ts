import { describe, expect, it } from 'vitest';
import { folderOf } from '../../../src/host/extension-folder.ts';

describe('the folder of the extension', () => {
  it.each([
    ['narrative-agent', 'narrative-agent'],
    ['narrative-agent-main', 'narrative-agent-main'],
    ['my%20agent', 'my agent'],
    ['%E5%8F%99%E4%BA%8B', '叙事'],
    ['50%25', '50%'],
  ])('may have any name: %s', (name, folder) => {
    const root = `http://127.0.0.1:8000/scripts/extensions/third-party/${name}/dist`;
    expect(folderOf(`${root}/index.js`)).toBe(folder);
    expect(folderOf(`${root}/chunks/panel.js?v=1`)).toBe(folder);
  });

  it('is not known outside of SillyTavern’s extensions', () => {
    expect(folderOf('file:///src/host/make-host.ts')).toBe('');
  });
});
