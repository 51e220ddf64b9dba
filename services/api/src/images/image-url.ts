/** Where a kept picture is read; needs the bearer header like any call. */
export const imageUrl = (imageId: string): string => `/api/image/${imageId}`;
