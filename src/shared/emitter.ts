/** A typed list of listeners per name; a listener that throws is reported and does not stop the others. */
import { type Undo } from './undo-list.ts';

export interface Emitter<Events> {
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void;
  on<Name extends keyof Events>(name: Name, handler: (payload: Events[Name]) => void): Undo;
}

export function makeEmitter<Events>(onError: (name: PropertyKey, error: unknown) => void): Emitter<Events> {
  const handlers = new Map<keyof Events, Set<(payload: never) => void>>();
  return {
    emit(name, payload) {
      for (const handler of [...(handlers.get(name) ?? [])]) {
        try {
          (handler as (value: typeof payload) => void)(payload);
        } catch (error) {
          onError(name, error);
        }
      }
    },
    on(name, handler) {
      const set = handlers.get(name) ?? new Set();
      handlers.set(name, set);
      set.add(handler);
      return () => void set.delete(handler);
    },
  };
}
