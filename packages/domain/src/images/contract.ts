/** Why a picture was refused; a screen has a sentence for each. */
export const IMAGE_REFUSALS = ['image_unreadable', 'image_too_large', 'image_too_many_pixels'] as const;
export type ImageRefusal = (typeof IMAGE_REFUSALS)[number];

/** 128 random bits of an upload, or the hash of a picture that came with imported data. */
export const IMAGE_ID_SHAPE = /^(?:[\w-]{22}|[0-9a-f]{64})$/;
