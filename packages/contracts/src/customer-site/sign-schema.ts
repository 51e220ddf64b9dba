import { z } from 'zod';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { PHONE_SIGNATURE_KINDS } from '@atelier/domain/customer-site/phone-signature.ts';
import { envelope, instant, line, requiredText, strokes, text } from '../contract/schema.ts';

const currency = z.string().length(3);
const amount = z.number().int().min(0);

/** A piece as its client reads it: nothing in it names a person. */
const signedPiece = z.strictObject({
  /** Empty before a deposit is recorded. */
  number: line(40),
  product_name: line(300),
  /** What was seen on it, as the marks on its picture say. */
  marks: z.array(text(500)).max(30),
  /** Grams; null where it was not weighed. */
  weight: z.number().min(0).nullable(),
  /** Minor units, 0 = free; null while no amount stands there. */
  fee: amount.nullable(),
  currency,
});
export type SignedPiece = z.output<typeof signedPiece>;

const sum = z.strictObject({ amount, currency });

/** What is signed for, as the counter's screen shows it. */
export const signedList = z.strictObject({
  kind: z.enum(PHONE_SIGNATURE_KINDS),
  pieces: z.array(signedPiece).min(1).max(50),
  /** What is to be paid, by currency. */
  totals: z.array(sum).max(10),
});
export type SignedList = z.output<typeof signedList>;

/** `POST /sign/session`: a code for the client's phone, in their language. */
export const signSessionBody = signedList.extend({ language: requiredText(10) });
/** The address is in this response and nowhere else: only a digest of its secret is kept. */
export const signSessionResponse = envelope(
  z.object({
    id: z.uuid(),
    link: z.string(),
    /** The address as a QR code: an SVG as a data URL. */
    qr: z.string(),
    expires_at: instant,
  }),
);

export const SIGN_STANDINGS = ['waiting', 'signed'] as const;

/** `GET /sign/session?id=`: what the counter that made the code waits for. */
export const signSessionQuery = z.strictObject({ id: z.uuid() });
export const signSessionView = z.object({
  standing: z.enum(SIGN_STANDINGS),
  strokes,
  /** A typed name that stands for the signature; empty for a drawn one. */
  signer_name: z.string(),
  expires_at: instant,
});
export const signSessionReadResponse = envelope(signSessionView);

/** `POST /sign/session/end`: the signature arrived, or is no longer asked for. Nothing of it stays. */
export const endSignSessionBody = z.strictObject({ id: z.uuid() });
export const endSignSessionResponse = envelope(z.object({ id: z.uuid() }));

/** `GET /sign/{token}`: what is no token is as unknown as a wrong one. */
export const signTokenParams = z.strictObject({ token: z.string().max(200) });
export const signView = z.object({
  standing: z.enum(SIGN_STANDINGS),
  kind: z.enum(PHONE_SIGNATURE_KINDS),
  /** The client's own language, as the boutique wrote it down. */
  language: z.string(),
  shop_name: z.string(),
  /** Empty once it is signed. */
  pieces: z.array(z.object(signedPiece.shape)),
  totals: z.array(z.object(sum.shape)),
});
export type SignView = z.output<typeof signView>;
export const signViewResponse = envelope(signView);

/** Who types a name instead of drawing. */
export const SIGN_NAME_LENGTH = TEXT_LENGTH.personName;

/** `POST /sign/answer`, with the token in the body. `key` is the page's own: sent twice counts once. */
export const signAnswerBody = z.strictObject({
  token: z.string().max(200),
  strokes: strokes.default([]),
  signer_name: line(SIGN_NAME_LENGTH).default(''),
  key: z.string().regex(/^[\w-]{16,64}$/),
});
export type SignAnswerBody = z.output<typeof signAnswerBody>;
