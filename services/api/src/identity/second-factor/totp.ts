import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { RECOVERY_CODES, TOTP_TERMS } from '@atelier/domain/identity/sign-in.ts';
import bwip from 'bwip-js/node';
import { Secret, TOTP } from 'otpauth';
import type { ApiDeps } from '../../http/deps.ts';

const ISSUER = 'Atelier';
/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;
/** Modules of margin around a QR code. */
const QUIET = 4;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: TOTP_TERMS.digits,
    period: TOTP_TERMS.period,
    secret: Secret.fromBase32(secret),
  });

/** A new secret in base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The QR code that an authenticator app reads, as a data URL. */
export function qrOf(secret: string, email: string): string {
  const [symbol] = bwip.raw('qrcode', totpOf(secret, email).toString(), 'eclevel=M');
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('a text that no QR code carries');
  const svg = drawn(symbol.pixs, symbol.pixx);
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** Dark modules on white, with the four modules of margin that readers need. */
function drawn(dark: readonly number[], size: number): string {
  const path = dark
    .map((isDark, index) =>
      isDark === 1 ? `M${(index % size) + QUIET} ${Math.floor(index / size) + QUIET}h1v1h-1z` : '',
    )
    .join('');
  const side = size + 2 * QUIET;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}

/** The 30-second step whose code this is; undefined when it is none of those that are taken now. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (token.length !== TOTP_TERMS.digits) return undefined;
  const totp = totpOf(secret);
  const delta = totp.validate({ token, timestamp: now.getTime(), window: TOTP_TERMS.window });
  return delta === null ? undefined : totp.counter({ timestamp: now.getTime() }) + delta;
}

/** Codes for the day on which the device is lost: 80 bits each, in groups of four. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const bytes = randomBytes(RECOVERY_BYTES);
    return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32.match(/.{4}/g)?.join('-') ?? '';
  });

/** What of a recovery code is kept: a digest under a key that the database does not have. */
export function recoveryDigest(
  { masterKey }: Pick<ApiDeps, 'masterKey'>,
  userId: number,
  code: string,
): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'recovery codes', 32));
  const plain = code.replaceAll(/[\s-]/g, '').toUpperCase();
  return createHmac('sha256', key).update(`${userId} ${plain}`).digest('base64url');
}
