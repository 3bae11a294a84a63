/** Nominal types: a string that only the right kind of code can hand on. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name };
