/** Turns SillyTavern's stock settings.json into one that is past its first run and connected to a model server. */

const noisyExtensions = [
  'assets',
  'attachments',
  'caption',
  'expressions',
  'gallery',
  'memory',
  'quick-reply',
  'stable-diffusion',
  'token-counter',
  'translate',
  'tts',
  'vectors',
];

const avatar = 'user-default.png';

/** @typedef {Record<string, unknown>} Json */

/**
 * @param {Json} stock the package's default/content/settings.json
 * @param {import('./data-root.mjs').DataRootSpec} spec
 * @param {string} version
 * @returns {Json}
 */
export function hostSettings(stock, spec, version) {
  const persona = spec.persona ?? { name: 'Traveller' };
  const description = persona.description ?? '';
  const files = (spec.cards ?? []).map((card) => card.file ?? card.card.data.name);
  const seen = files.flatMap((file) => [
    [`AlertWI_${file}.png`, 'true'],
    [`AlertRegex_${file}.png`, 'true'],
  ]);
  const ours = {
    firstRun: false,
    currentVersion: version,
    main_api: 'openai',
    username: persona.name,
    user_avatar: avatar,
    active_character: spec.openCard ? `${spec.openCard}.png` : null,
    power_user: {
      auto_connect: true,
      auto_load_chat: Boolean(spec.openCard),
      reduced_motion: true,
      world_import_dialog: false,
      confirm_message_delete: true,
      personas: { [avatar]: persona.name },
      default_persona: avatar,
      persona_description: description,
      persona_descriptions: { [avatar]: { description, position: 0 } },
    },
    accountStorage: { __migrated: '1', ...Object.fromEntries(seen) },
    oai_settings: connection(spec),
    world_info_settings: { world_info: activeBooks(spec) },
    extension_settings: {
      disabledExtensions: noisyExtensions,
      character_allowed_regex: files.map((file) => `${file}.png`),
      connectionManager: { profiles: (spec.profiles ?? []).map((profile) => fullProfile(profile, spec)) },
      ...(spec.extension ? { narrative_agent: spec.extension } : {}),
    },
  };
  return merge(merge(stock, ours), spec.settings ?? {});
}

/** @param {import('./data-root.mjs').DataRootSpec} spec @returns {Json} */
function connection(spec) {
  const preset = spec.preset === undefined ? {} : spec.presets?.[spec.preset];
  if (!preset) throw new Error(`The preset ${spec.preset} is not one of spec.presets.`);
  return {
    ...preset,
    ...(spec.preset === undefined ? {} : { preset_settings_openai: spec.preset }),
    chat_completion_source: 'custom',
    custom_url: spec.modelUrl ?? 'http://127.0.0.1:9/v1',
    custom_model: spec.model ?? 'scripted',
    stream_openai: spec.stream ?? true,
    openai_max_context: spec.maxContext ?? 32_000,
    openai_max_tokens: spec.maxTokens ?? 1_000,
    max_context_unlocked: true,
    function_calling: false,
    n: 1,
  };
}

/** @param {import('./data-root.mjs').DataRootSpec} spec @returns {Json} */
function activeBooks(spec) {
  const charLore = Object.entries(spec.extraBooks ?? {}).map(([name, extraBooks]) => ({ name, extraBooks }));
  return { globalSelect: spec.activeWorlds ?? [], charLore };
}

/**
 * @param {{ id: string, name: string, model?: string, url?: string, preset?: string }} profile
 * @param {import('./data-root.mjs').DataRootSpec} spec
 */
function fullProfile(profile, spec) {
  return {
    id: profile.id,
    mode: 'cc',
    name: profile.name,
    api: 'custom',
    'api-url': profile.url ?? spec.modelUrl,
    model: profile.model ?? 'scripted',
    preset: profile.preset ?? 'Default',
    exclude: [],
  };
}

/** Lays one JSON over another: objects are merged, everything else is replaced. @param {Json} under @param {Json} over @returns {Json} */
function merge(under, over) {
  const result = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = result[key];
    result[key] = isObject(value) && isObject(below) ? merge(below, value) : value;
  }
  return result;
}

/** @param {unknown} value @returns {value is Json} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
