import type { SearchField } from '@atelier/domain/rma/search-contract.ts';
import type { LucideIcon } from 'lucide-react';
import {
  AtSign,
  Barcode,
  BadgeCheck,
  Hash,
  Phone,
  ReceiptText,
  ShoppingBag,
  Tag,
  Truck,
  User,
} from 'lucide-react';

/** The fields in the order of the answer. Written out: the contract's own list would bring all of zod into the page. */
export const FIELDS = [
  'number',
  'tracking',
  'invoice',
  'order',
  'serial',
  'certificate',
  'phone',
  'email',
  'name',
  'sku',
] as const satisfies readonly SearchField[];

export const FIELD_ICONS: Readonly<Record<SearchField, LucideIcon>> = {
  number: Hash,
  tracking: Truck,
  invoice: ReceiptText,
  order: ShoppingBag,
  serial: Barcode,
  certificate: BadgeCheck,
  phone: Phone,
  email: AtSign,
  name: User,
  sku: Tag,
};

/** Fields that operation is neither shown nor answered by. */
export const SHOP_ONLY: ReadonlySet<SearchField> = new Set(['phone', 'email']);
