import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows for this secret at a moment. */
export const codeAt = (secret: string, ms: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });
