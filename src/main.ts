/** Builds the adapters, wires them together, starts and stops everything. */
export {};
