/** The script that runs inside the VM before foreign code does: it takes hold of the built-ins it needs and lays out what the code may use. */
import { LOG_CHARACTERS } from './limits.ts';

/**
 * Evaluates to `(hostRoll, hostLog) => { seed, compile, readParams, readState, write, describe }`, where `compile` gives a function or, as
 * text, what is wrong with the code. Everything it uses
 * later is captured here, since foreign code may replace any built-in; the host calls these functions by handle.
 */
export const guestPrelude = `(function (hostRoll, hostLog) {
  'use strict';
  const { parse, stringify } = JSON;
  const { freeze, keys, defineProperty } = Object;
  const { apply } = Reflect;
  const AsyncFunction = (async () => {}).constructor;
  const text = String;
  const number = Number;
  const cutText = String.prototype.slice;
  const joinList = Array.prototype.join;
  const matchText = RegExp.prototype.exec;
  const linePattern = /<input>:(\\d+)/;
  const ErrorClass = Error;
  const RangeErrorClass = RangeError;

  let state32 = 0;
  Math.random = function random() {
    state32 = (state32 + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state32 ^ (state32 >>> 15), 1 | state32);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  const show = (value) => {
    try {
      if (typeof value === 'string') return value;
      if (value instanceof ErrorClass) return text(value.name) + ': ' + text(value.message);
      const written = stringify(value);
      return written === undefined ? text(value) : written;
    } catch (error) {
      return '[unprintable]';
    }
  };
  const print = (...values) => {
    const parts = [];
    for (let i = 0; i < values.length; i += 1) parts[i] = apply(cutText, show(values[i]), [0, ${LOG_CHARACTERS}]);
    hostLog(apply(cutText, apply(joinList, parts, [' ']), [0, ${LOG_CHARACTERS}]));
  };
  globalThis.console = { log: print, info: print, warn: print, error: print, debug: print };

  globalThis.structuredClone = (value) => (value === undefined ? undefined : parse(stringify(value)));

  globalThis.roll = (expr) => {
    const answer = parse(hostRoll(text(expr)));
    if (answer.problem !== undefined) throw new RangeErrorClass(answer.problem);
    defineProperty(answer, 'valueOf', { value: () => answer.total });
    defineProperty(answer, 'toString', { value: () => text(answer.total) });
    return answer;
  };

  const freezeAll = (value) => {
    if (typeof value === 'object' && value !== null) {
      const names = keys(value);
      for (let i = 0; i < names.length; i += 1) freezeAll(value[names[i]]);
      freeze(value);
    }
    return value;
  };

  const describe = (reason) => {
    const isError = reason instanceof ErrorClass;
    const message = isError ? text(reason.name) + ': ' + text(reason.message) : show(reason);
    const found = isError ? apply(matchText, linePattern, [text(reason.stack)]) : null;
    // The engine puts two lines of its own before the body.
    return stringify([apply(cutText, message, [0, ${LOG_CHARACTERS}]), found && found[1] > 2 ? number(found[1]) - 2 : null]);
  };

  return {
    seed: (seed) => {
      state32 = seed | 0;
    },
    compile: (code) => {
      try {
        return AsyncFunction('params', 'state', code);
      } catch (error) {
        return describe(error);
      }
    },
    readParams: (json) => parse(json),
    readState: (json) => freezeAll(parse(json)),
    write: (value) => {
      const written = stringify(value);
      return written === undefined ? 'null' : written;
    },
    describe,
  };
})`;
