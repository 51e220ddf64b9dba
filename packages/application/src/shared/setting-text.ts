import { loginFault } from '@atelier/postgres/connection/login-fault.ts';
import { z } from 'zod';

/** A setting whose fault a function names, in words that go after the setting's name; undefined when it can be used. */
export const settingText = (faultOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = faultOf(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/** What is wrong with the address of a mail server. */
export function mailAddressFault(text: string): string | undefined {
  const isMail = /^smtps?:\/\//.test(text);
  if (!isMail) return 'must be an address of a mail server that begins with smtp:// or smtps://';
  return (
    loginFault(text) ?? (URL.canParse(text) ? undefined : 'must name the mail server as host or host:port')
  );
}
