/** Renders the "answer in this JSON" block of a prompt from the very schema that parses the answer. */
import * as z from 'zod/mini';
import { type StoryLanguage } from '../domain/run/turn-request.ts';

type Schema = z.core.$ZodType;
type Note = Readonly<Record<StoryLanguage, string>>;

/** What a field is for, kept beside the schema so that it can be changed only together with it. */
const notes = z.registry<Note>();

/** @returns the schema itself, known with this note from now on */
export function noted<S extends Schema>(schema: S, zh: string, en: string): S {
  notes.add(schema, { zh, en });
  return schema;
}

const words = {
  zh: {
    number: '数',
    whole: '整数',
    value: '任意值',
    optional: '可省略',
    oneOf: (name: string) => `${name} 的每一项是以下之一：`,
  },
  en: {
    number: 'number',
    whole: 'whole number',
    value: 'any value',
    optional: 'optional',
    oneOf: (name: string) => `Each item of ${name} is one of:`,
  },
} as const;

/**
 * A sketch of the JSON: fields in the schema's order, with what belongs in them in angle brackets; a list of several
 * shapes is explained below it, one shape a line.
 * @param options.notes false leaves the explanations out (the lite form keeps names and kinds)
 */
export function renderOutputFormat(
  schema: z.core.$ZodObject,
  language: StoryLanguage,
  options: { readonly notes: boolean } = { notes: true },
): string {
  const sketch = { language, notes: options.notes, lists: new Map<string, readonly Schema[]>() };
  const fields = Object.entries(schema._zod.def.shape).map(
    ([name, field]) => `  "${name}": ${render(field, sketch, name)}`,
  );
  const shapes = [...sketch.lists].map(([name, items]) =>
    [words[language].oneOf(name), ...items.map((item) => render(item, sketch, name))].join('\n'),
  );
  return [`{\n${fields.join(',\n')}\n}`, ...shapes].join('\n');
}

interface Sketch {
  readonly language: StoryLanguage;
  readonly notes: boolean;
  readonly lists: Map<string, readonly Schema[]>;
}

/** @param outer the optional wrapper, which carries the note of what it wraps */
function render(schema: Schema, sketch: Sketch, name: string, outer?: Schema): string {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const say = (kind: string): string => hint(outer ?? schema, sketch, kind, outer !== undefined);
  switch (def.type) {
    case 'optional':
      return render(def.innerType, sketch, name, schema);
    case 'object': {
      const fields = Object.entries(def.shape).map(([key, field]) => `"${key}": ${render(field, sketch, key)}`);
      return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
    }
    case 'array':
      return `[${renderItem(def.element, sketch, name)}]`;
    case 'union':
      return def.options.map((option) => render(option, sketch, name)).join(' | ');
    case 'literal':
      return def.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'enum':
      return `"<${Object.values(def.entries).join(' | ')}>"`;
    case 'string':
      return `"${say('')}"`;
    case 'number':
      return say(words[sketch.language][isWhole(schema) ? 'whole' : 'number']);
    case 'record':
      return `{ ${say('')} }`;
    default:
      return say(words[sketch.language].value);
  }
}

/** Several shapes in one list would make an unreadable line; they are explained after the sketch. */
function renderItem(element: Schema, sketch: Sketch, name: string): string {
  const { def } = (element as z.core.$ZodTypes)._zod;
  if (def.type !== 'union') return render(element, sketch, name);
  sketch.lists.set(name, def.options);
  return '…';
}

function hint(schema: Schema, sketch: Sketch, kind: string, optional: boolean): string {
  const { language } = sketch;
  const note = sketch.notes ? notes.get(schema)?.[language] : undefined;
  const parts = [kind, note ?? '', optional ? words[language].optional : ''].filter((part) => part !== '');
  return `<${parts.length === 0 ? '…' : parts.join(language === 'zh' ? '，' : ', ')}>`;
}

function isWhole(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'number' && 'format' in def;
}
