import { AFTER_REASON_NAME } from '@atelier/domain/contract/named-reason.ts';
import type { FactoryChoice } from './use-factory.ts';

type Options = FactoryChoice['options'];

/** The factory that a kept reason begins with; undefined when it names none of them. */
export const wantedFactory = (reason: string, options: Options): Options[number] | undefined =>
  options.find(({ label }) => reason.startsWith(`${label}${AFTER_REASON_NAME}`));
