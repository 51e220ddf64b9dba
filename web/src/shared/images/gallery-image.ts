export interface GalleryImage {
  id: string;
  /** Words under the picture: what it was taken for. */
  caption?: string;
}
