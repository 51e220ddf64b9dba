import { MAIL_CODE_DIGITS, NO_MAIL_REASONS } from '@atelier/domain/insight/weekly/contract.ts';
import { MESSAGE_FAULTS } from '@atelier/domain/messages/contract.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { z } from 'zod';
import { email } from '../contract/person-schema.ts';
import { envelope, text } from '../contract/schema.ts';

const language = z.enum(REFERENCE_LANGUAGES);

/** The caller's mails (docs/product/insight.md §10). */
const ownMailView = z.object({
  /** Why nothing is offered; null = mails can be set up. */
  why_not: z.enum(NO_MAIL_REASONS).nullable(),
  /** The address that was named last; null = none. */
  address: z.string().nullable(),
  confirmed: z.boolean(),
  /** A code that was asked for is still good. */
  awaits_code: z.boolean(),
  weekly: z.boolean(),
  language,
});
export type OwnMailView = z.infer<typeof ownMailView>;
export const ownMailResponse = envelope(ownMailView);

export const ownMailBody = z.strictObject({ address: email, language });
/** Whether the mail server took the code. */
export const ownMailAskedResponse = envelope(
  z.object({ ...ownMailView.shape, outcome: z.enum(['sent', 'known', ...MESSAGE_FAULTS]) }),
);

const CODE = new RegExp(`^\\d{${MAIL_CODE_DIGITS}}$`);
export const mailCodeBody = z.strictObject({
  code: z.string().trim().regex(CODE),
});
export const noBody = z.strictObject({});
export const weeklyBody = z.strictObject({ wanted: z.boolean(), language });

export const weeklyTokenParams = z.strictObject({ token: text(200) });
export const weeklyLinkResponse = envelope(z.object({ wanted: z.boolean(), language }));
