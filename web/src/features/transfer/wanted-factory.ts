import type { FactoryChoice } from './use-factory.ts';

type Options = FactoryChoice['options'];

/** The reason as it is kept and read by whoever packs: the factory that is asked for stands before it. */
export const needReason = (factory: string, why: string): string => `${factory}: ${why}`;

/** The factory that a kept reason asks for; undefined when it names none of them. */
export const wantedFactory = (reason: string, options: Options): Options[number] | undefined =>
  options.find(({ label }) => reason.startsWith(`${label}: `));
