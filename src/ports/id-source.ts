/** Makes ids that never repeat, in secure contexts and outside them. */
export interface IdSource {
  next(): string;
}
