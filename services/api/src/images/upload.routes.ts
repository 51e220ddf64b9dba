import multipart, { type MultipartFile } from '@fastify/multipart';
import { imageResponse, type ImageView } from '@atelier/contracts/images/schema.ts';
import type { ImageRefusal } from '@atelier/domain/images/contract.ts';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { BENCH_PERMISSIONS } from '@atelier/domain/shared/bench-permissions.ts';
import { findSentBefore, keepUpload, type KeptImage } from '@atelier/application/images/uploads.commands.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { ApiError, badField } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { imageUrl } from './image-url.ts';
import { ImageRefused } from '../shared/open-picture.ts';
import { processImage } from './process-image.ts';

/** Accounts that write a deposit, change one, or work at a station. */
const UPLOADERS: readonly PermissionName[] = [
  'view request new rma page',
  'cancel or edit rma',
  ...BENCH_PERMISSIONS,
];

/** Screens send half a megabyte (product/images.md §1); one file of two is what other clients may send. */
export const MOST_UPLOAD_BYTES = 2 * 1024 * 1024;
/** Boundaries and part headers around the file. */
const FORM_BYTES = 64 * 1024;
const LIMITS = { fileSize: MOST_UPLOAD_BYTES, files: 1, fields: 0, parts: 1, headerPairs: 20 };

/** `POST /upload/img` (product/images.md §1): checked by content, made small, kept without its metadata. */
export async function uploadRoute(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  // A separate scope, so that no other route accepts forms. Where the whole API already does, its parser is used.
  await app.register(async (own) => {
    if (!own.hasContentTypeParser('multipart/form-data')) await own.register(multipart);
    defineRoute(own, {
      method: 'POST',
      url: '/upload/img',
      permission: UPLOADERS,
      scope: 'site',
      summary: 'Upload a picture (form field `file`); it is kept as JPEG of at most 512 KiB and 1920 px',
      response: imageResponse,
      bodyLimit: MOST_UPLOAD_BYTES + FORM_BYTES,
      limit: { max: 600, windowMs: 60_000 },
      handler: async ({ request, principal, scope, command }) => {
        const source = await readPicture(request);
        const upload = {
          userId: principal.user.id,
          siteId: principal.siteId ?? null,
          idempotency: command().idempotency,
          source,
        };
        const before = await findSentBefore(deps.db, scope, upload);
        if (before !== null) return ok(viewOf(before));
        const { imageBytes: bytes, imageEdge: edge } = deps.policy();
        const image = await processImage(source, { bytes, edge }).catch(refusePicture);
        return ok(viewOf(await keepUpload(deps, scope, upload, image)));
      },
    });
  });
}

const viewOf = ({ imageId, width, height, size }: KeptImage): ImageView => ({
  image_id: imageId,
  url: imageUrl(imageId),
  media_type: 'image/jpeg',
  width,
  height,
  size,
});

/** The bytes of the form's one file. Its name is never read. */
async function readPicture(request: FastifyRequest): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_UPLOAD_BYTES + FORM_BYTES) throw tooLarge();
  if (!request.isMultipart()) throw missing();
  try {
    const part = await request.file({ limits: LIMITS });
    if (part === undefined) throw missing();
    return await bytesOf(part);
  } catch (error) {
    throw error instanceof ApiError ? error : asFormError(error);
  }
}

async function bytesOf(part: MultipartFile): Promise<Buffer> {
  if (part.fieldname !== 'file') {
    // Unread, it would hold up the connection.
    part.file.resume();
    throw missing();
  }
  const bytes = await part.toBuffer();
  // The parser notices the limit only when more bytes arrive in a later chunk.
  if (part.file.truncated) throw tooLarge();
  return bytes;
}

/** What the form's reader says: too large, or a form that is none. A fault of ours stays one. */
function asFormError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  const status = 'statusCode' in error ? error.statusCode : 400;
  return typeof status === 'number' && status < 500 ? missing() : error;
}

const missing = () => badField('file', 'image_missing', 'Send one picture in the form field "file".');
const tooLarge = () =>
  new ApiError(413, 'image_too_large', 'The picture is too large.', {
    errors: [{ path: 'file', code: 'image_too_large', message: 'The picture is too large.' }],
    // What is still under way is not read: the connection is of no more use.
    headers: { connection: 'close' },
  });

const SENTENCES: Readonly<Record<ImageRefusal, string>> = {
  image_unreadable: 'The file is not a picture that can be opened.',
  image_too_large: 'The picture is too large.',
  image_too_many_pixels: 'The picture has too many pixels.',
};

function refusePicture(error: unknown): never {
  if (!(error instanceof ImageRefused)) throw error;
  throw badField('file', error.code, SENTENCES[error.code]);
}
