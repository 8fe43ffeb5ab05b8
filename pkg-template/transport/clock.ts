/** Time as the package uses it. */ export interface Clock { now(): number; setTimeout(callback: () => void, ms: number): unknown; clearTimeout(id: unknown): void }
export const realClock: Clock = { now: () => performance.now(), setTimeout: (callback, ms) => setTimeout(callback, ms), clearTimeout: (id) => clearTimeout(id as number) };
