import { z } from 'zod';
import { code, envelope, requiredText } from '../contract/schema.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import {
  PASSWORD_LENGTH,
  SECOND_FACTOR_CODE_LENGTH,
  USER_TYPES,
  WORKER_SIGN_IN_LENGTH,
} from '@atelier/domain/identity/contract.ts';

export const newPassword = z.string().min(PASSWORD_LENGTH.least).max(PASSWORD_LENGTH.most);

/** `GET /captcha/getOne`: the three fields also stand at the top level of the answer (product/calls.md §1). */
export const captchaData = z.object({ success: z.boolean(), CaptchaId: z.string(), PicPath: z.string() });
/** `refresh_ms`: how long the next one asked for by hand is refused, as configured. */
export const captchaResponse = envelope(captchaData).extend({
  ...captchaData.shape,
  refresh_ms: z.number().int(),
});

/**
 * `previous` names the captcha on screen: to replace it within ten seconds is refused, unless a sign-in has used it
 * up. `kind=pow` is the equal path for those who cannot read pictures: `PicPath` is then a JSON data URL
 * `{algorithm: 'SHA-256', salt, challenge, maxnumber}`, and `captcha` the decimal n with SHA-256(salt + n) = challenge.
 */
export const captchaQuery = z.strictObject({
  kind: z.enum(['image', 'pow']).default('image'),
  previous: z.string().max(100).optional(),
});

/** `GET /auth/options`: what the sign-in page shows before a sign-in. */
export const signInOptions = z.object({
  /** The company's notice under the form; '' = the product's own. */
  licence_notice: z.string(),
  /** Whether single sign-on is configured: then the page offers it first (product/identity.md §3). */
  sso: z.boolean(),
  /** While no account can sign in yet: the page then says how the first account is made (product/identity.md §11). */
  no_account: z.boolean(),
});
export const signInOptionsResponse = envelope(signInOptions);

/** `POST /auth/sso`: where to send the browser. It gets a cookie that only the way back reads. */
export const ssoStartResponse = envelope(z.object({ authorization_url: z.string() }));

/** `GET /auth/callback`: what the provider put on the way back (RFC 6749 §4.1.2, RFC 9207). */
export const callbackQuery = z.strictObject({
  code: requiredText(4000),
  state: requiredText(500),
  iss: z.string().max(500).optional(),
  session_state: z.string().max(500).optional(),
});

/** `/auth/logout`: where the browser goes to end the provider's own session; null after the old login. */
export const logoutResponse = envelope(z.object({ end_session_url: z.string().nullable() }));

/** `POST /auth/loginold` (product/identity.md §1). `is_captcha` never lets a client skip the captcha. */
export const loginBody = z.strictObject({
  username: requiredText(TEXT_LENGTH.email),
  password: z.string().min(1).max(PASSWORD_LENGTH.most),
  is_captcha: z.union([z.literal(1), z.literal('1')]).optional(),
  captcha_id: requiredText(100),
  captcha: requiredText(4000),
});
export type LoginBody = z.infer<typeof loginBody>;

export const siteView = z.object({
  id: z.number().int(),
  code: z.string(),
  kind: z.enum(['shop', 'warehouse', 'factory']),
  name: z.string(),
  country_code: z.string(),
  time_zone: z.string(),
  currency: z.string(),
});

/** Login data of product/identity.md §4, and where the person stands (`site`; null for administrators and auditors). */
export const sessionView = z.object({
  user: z.object({
    id: z.number().int(),
    user_type: z.enum(USER_TYPES),
    name: z.string(),
    email: z.string(),
  }),
  roles: z.array(z.object({ name: z.string() })),
  allPermission: z.array(z.string()),
  userinfo: z.object({
    data: z.array(z.object({ navcode: z.string(), last_name: z.string(), country_code: z.string() })),
  }),
  site: siteView.nullable(),
  worker: z.object({ id: z.number().int(), WorkerID: z.string(), WorkerName: z.string() }).nullable(),
  expires_at: z.string(),
  /** A screen on a wall: it may only look. */
  wall: z.literal(true).optional(),
  /** Another person set the password: until it is changed (`POST /auth/password`) every other call answers 403. */
  password_change_required: z.literal(true).optional(),
  /** A second factor is required here and not enrolled yet: only its enrolment is open. */
  second_factor_required: z.literal(true).optional(),
  /** No earlier session of the account is on record: the response to a sign-in says so, to offer a tour (product/screens.md §9). */
  first_sign_in: z.literal(true).optional(),
});
export type SessionView = z.infer<typeof sessionView>;

export const loginData = sessionView.extend({ token: z.string() });
export type LoginData = z.infer<typeof loginData>;

export const loginResponse = envelope(loginData);
/** `POST /auth/wall` */
export const wallResponse = envelope(loginData);
export const sessionResponse = envelope(sessionView);
export const permissionListResponse = envelope(z.array(z.object({ id: z.number().int(), name: z.string() })));

/** `POST /auth/password`: one's own password, which the present one proves. */
export const ownPasswordBody = z.strictObject({
  current_password: z.string().min(1).max(PASSWORD_LENGTH.most),
  password: newPassword,
});
export type OwnPasswordBody = z.infer<typeof ownPasswordBody>;

/** `POST /auth/second_factor`: the code that a sign-in waits for; `step` came with `second_factor_required`. */
export const secondFactorBody = z.strictObject({
  step: requiredText(2000),
  code: requiredText(SECOND_FACTOR_CODE_LENGTH),
});

/** `POST /auth/second_factor/enrol`: begins an enrolment; nothing is asked for until it is confirmed. */
export const enrolSecondFactorBody = z.strictObject({
  current_password: z.string().min(1).max(PASSWORD_LENGTH.most),
});
export const enrolSecondFactorResponse = envelope(
  z.object({
    /** For typing by hand, base32. */
    secret: z.string(),
    /** A picture of the `otpauth:` address, as a data URL. */
    qr: z.string(),
  }),
);
export type SecondFactorEnrolment = z.infer<typeof enrolSecondFactorResponse>['data'];

/** `POST /auth/second_factor/confirm`: a first code. The recovery codes stand in this response only. */
export const confirmSecondFactorBody = z.strictObject({ code: requiredText(SECOND_FACTOR_CODE_LENGTH) });
export const confirmSecondFactorResponse = envelope(
  z.object({ recovery_codes: z.array(z.string()), session: sessionView }),
);
export type ConfirmedSecondFactor = z.infer<typeof confirmSecondFactorResponse>['data'];

/** `POST /auth/rma_worker`: the badge's barcode, or the work id typed by hand, and a PIN where one is set. */
export const workerLoginBody = z.strictObject({
  barcode: code(WORKER_SIGN_IN_LENGTH.barcode).min(1),
  pin: z.string().max(WORKER_SIGN_IN_LENGTH.pin).optional(),
});
