import { secretBox } from '../../shared/secret-box.ts';

/** Secrets of second factors. */
export const { seal, open } = secretBox('second factors');
