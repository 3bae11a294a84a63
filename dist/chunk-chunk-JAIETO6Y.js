/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */

// src/ui/settings/setting-path.ts
function readSetting(settings, path) {
  return path.split(".").reduce((value, key) => value[key], settings);
}
function withSetting(settings, path, value) {
  const put = (holder, keys) => {
    const [key, ...deeper] = keys;
    if (key === void 0) return value;
    return { ...holder, [key]: put(holder[key], deeper) };
  };
  return put(settings, path.split("."));
}

export {
  readSetting,
  withSetting
};
