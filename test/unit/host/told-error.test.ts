import { describe, expect, it } from 'vitest';
import { refusalError } from '../../../src/host/llm-errors.ts';
import { toldError } from '../../../src/host/told-error.ts';

const codeOf = (text: string): string | null => {
  const told = toldError(text);
  return told && refusalError(told, 0).code;
};

describe('an error that is told as if the model had said it', () => {
  it.each([
    ['Error: 429 Too Many Requests. Please try again later.', 'model.rate-limited'],
    ['[Error] Rate limit reached for this model (503)', null],
    ['API Error: The model is overloaded.', 'model.server'],
    ['**Error:** upstream connect error, status 502', 'model.server'],
    ['⚠️ Request failed: 401 Unauthorized', 'model.auth'],
    ['503 Service Unavailable', 'model.server'],
    ['HTTP 504: Gateway Timeout', 'model.timeout'],
    ['请求失败：429 请求过于频繁', 'model.rate-limited'],
    ['【错误】：余额不足，请充值', 'model.rate-limited'],
    ['Proxy error (context length exceeded)', 'model.overflow'],
    ['{"error":{"message":"Invalid API key","type":"authentication_error"}}', 'model.auth'],
    ['{"error":"Too Many Requests"}', 'model.rate-limited'],
    ['<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>', 'model.server'],
    ['<!DOCTYPE html><html><title>Just a moment…</title></html>', 'model.server'],
  ])('%s', (text, code) => {
    if (code === null) expect(toldError(text)).toBeDefined();
    else expect(codeOf(text)).toBe(code);
  });

  it.each([
    'Error. That was the word on the door, and Mara laughed at it.',
    'Mara reads the screen. "Error: 429," it says, "too many requests." She sighs and shuts it down.',
    '“Error,” the robot said. “I cannot open the door.”',
    '404 steps lead down to the harbour. Mara counts them all.',
    '错误的门开了，风吹了进来。',
    '失败。她又一次把线穿过针眼。',
    '{"changes":[],"error":null}',
    '{"mood":"calm","error":{"message":"none"}, "hp": 3}'.replace('"message":"none"', '"note":"none"'),
    '<context>The rain goes on.</context>',
    `Error: ${'the ship’s log goes on and on. '.repeat(40)} 503`,
    '',
    'I’m sorry, I can’t do that, Mara says.',
  ])('is not: %s', (text) => expect(toldError(text)).toBeNull());
});
