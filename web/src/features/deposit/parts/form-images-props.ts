type ImageName = `items.${number}.${'images' | 'gold_image' | 'extended_warranty_proof' | 'fake_image'}`;

export interface FormImagesProps {
  name: ImageName;
  max: number;
  hint?: string;
  required?: boolean;
}
