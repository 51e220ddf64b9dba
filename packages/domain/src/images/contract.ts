/** Why a picture was refused; a screen has a sentence for each. */
export const IMAGE_REFUSALS = ['image_unreadable', 'image_too_large', 'image_too_many_pixels'] as const;
export type ImageRefusal = (typeof IMAGE_REFUSALS)[number];

/** Where a customer's page reads a picture that staff released for it (product/images.md §4). */
export const customerPicturePath = (imageId: string): string => `/api/customer/picture/${imageId}`;

/**
 * 128 random bits of an upload, then the SHA-256 of the picture as it is kept (decisions/0198). Of earlier releases the random
 * bits alone; of a picture that came with imported data its SHA-256 in hexadecimal.
 */
export const IMAGE_ID_SHAPE = /^(?:[\w-]{65}|[\w-]{22}|[0-9a-f]{64})$/;
