import type { SearchField } from '@atelier/domain/rma/contract.ts';
import {
  type LucideIcon,
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
