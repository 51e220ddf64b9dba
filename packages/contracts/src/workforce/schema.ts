import { z } from 'zod';
import { codeText } from '@atelier/domain/contract/codes.ts';
import { envelope, listQuery, requiredText, text, wireId } from '../contract/schema.ts';
import { personName } from '../contract/person-schema.ts';
import { WORKER_PERMISSIONS } from '@atelier/domain/workforce/worker-role.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { BARCODE, PIN_PATTERN, ROLE_KEY, WORKER_LENGTH } from '@atelier/domain/workforce/contract.ts';

const barcode = z
  .union([z.string(), z.number().int().nonnegative().transform(String)])
  .transform(codeText)
  .pipe(z.string().min(BARCODE.least).max(BARCODE.most).regex(BARCODE.pattern));
const pin = z.string().regex(PIN_PATTERN);
/** By its id, or as the object that the list answers. */
const roleRef = z
  .union([
    wireId,
    z
      .strictObject({
        ID: wireId,
        Key: text(ROLE_KEY.most).optional(),
        Name: text(WORKER_LENGTH.roleName).optional(),
      })
      .transform(({ ID }) => ID),
  ])
  .describe('a role: its ID, or the object of the list');

const post = {
  WorkerID: requiredText(WORKER_LENGTH.workerId),
  WorkerName: personName(TEXT_LENGTH.personName),
  Barcode: barcode,
  Department: text(WORKER_LENGTH.department),
  Role: roleRef,
};

/** `POST /all/rma_workers`: by id descending. Several filters narrow the list together. */
export const workersBody = z.strictObject({
  page: listQuery.shape.page,
  page_size: listQuery.shape.page_size,
  /** Part of a name, a work id or a department. */
  search: text(WORKER_LENGTH.search).optional(),
  ID: wireId.optional(),
  WorkerID: text(WORKER_LENGTH.workerId).optional().describe('a work id, whole'),
  WorkerName: text(TEXT_LENGTH.personName).optional().describe('part of a name'),
  Barcode: barcode.optional().describe('a barcode, whole; 30 of no worker shut this filter for 15 minutes'),
  Department: text(WORKER_LENGTH.department).optional().describe('part of a department'),
  store: wireId.optional(),
  Role: roleRef.optional(),
  IsActive: z.boolean().optional(),
});
export type WorkersBody = z.infer<typeof workersBody>;

/** `POST /create/rma_worker`. `store` may be left out by an account of a site. */
export const createWorkerBody = z.strictObject({
  ID: z
    .union([wireId, z.literal(0), z.literal(''), z.null()])
    .optional()
    .describe('ignored: the server assigns the ID'),
  ...post,
  store: wireId.optional(),
  Pin: pin.optional(),
  IsActive: z.boolean().default(true),
});

/** `POST /update/rma_worker`: what is left out stays as it is. */
export const updateWorkerBody = z.strictObject({
  ID: wireId,
  ...z.object(post).partial().shape,
  store: wireId.optional(),
  Pin: pin.optional(),
  IsActive: z.boolean().optional(),
});
export type UpdateWorkerBody = z.infer<typeof updateWorkerBody>;

export const workerIdBody = z.strictObject({ ID: wireId });

/** `POST /delete/rma_worker`: a whole row of the list may be sent; the ID alone counts. */
export const deleteWorkerBody = z.strictObject({
  ID: wireId,
  WorkerID: text(WORKER_LENGTH.workerId).optional(),
  WorkerName: text(TEXT_LENGTH.personName).optional(),
  Barcode: text(BARCODE.most).optional(),
  Department: text(WORKER_LENGTH.department).optional(),
  Role: roleRef.optional(),
  IsActive: z.boolean().optional(),
});

export const workerView = z.object({
  ID: z.number().int(),
  WorkerID: z.string(),
  WorkerName: z.string(),
  /** Masked but for its last signs. */
  Barcode: z.string(),
  Department: z.string(),
  Role: z.object({ ID: z.number().int(), Key: z.string(), Name: z.string() }),
  store: z.object({ id: z.number().int(), code: z.string(), name: z.string() }),
  IsActive: z.boolean(),
  HasPin: z.boolean(),
  version: z.number().int(),
});
export type WorkerView = z.infer<typeof workerView>;
export const workersResponse = envelope(z.array(workerView));
export const workerResponse = envelope(workerView);

/** `POST /rma_worker/badge`: the barcode in full. Each look is an event. */
export const badgeBody = z.strictObject({ ID: wireId, how: z.enum(['shown', 'printed']).default('shown') });
export const badgeResponse = envelope(
  z.object({ ID: z.number().int(), WorkerID: z.string(), WorkerName: z.string(), Barcode: z.string() }),
);

const roleKey = z.string().trim().min(ROLE_KEY.least).max(ROLE_KEY.most).regex(ROLE_KEY.pattern);

/** `POST /create/rma_workers_role`: a key that never changes, and a name. */
export const createWorkerRoleBody = z.strictObject({
  Key: roleKey,
  Name: requiredText(WORKER_LENGTH.roleName),
});
/** `POST /update/rma_workers_role`. */
export const updateWorkerRoleBody = z.strictObject({
  ID: wireId,
  Name: requiredText(WORKER_LENGTH.roleName).optional(),
  Permission: z.array(z.enum(WORKER_PERMISSIONS)).max(WORKER_PERMISSIONS.length).optional(),
});

export const workerRoleView = z.object({
  ID: z.number().int(),
  Key: z.string(),
  Name: z.string(),
  Permission: z.array(z.string()),
  /** Every permission a worker may hold, and whether this role holds it. */
  Permissions: z.array(z.object({ Name: z.string(), Selected: z.boolean() })),
  /** Active workers who hold it. */
  Workers: z.number().int(),
  version: z.number().int(),
});
export type WorkerRoleView = z.infer<typeof workerRoleView>;
export const workerRolesResponse = envelope(z.array(workerRoleView));
export const workerRoleResponse = envelope(workerRoleView);
