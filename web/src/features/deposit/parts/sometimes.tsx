/** What only some pieces show, or stands far down; fetched together behind the form's first look. */
export { DuplicateNotice } from './duplicate-notice.tsx';
export { FakeReport } from './fake-report.tsx';
export { FormImagesBody } from './form-images-body.tsx';
export { GoldPart } from './gold-part.tsx';
export { InvoiceLines } from './invoice-lines.tsx';
export { OtherBuyer } from './other-buyer.tsx';
export { RenewPart } from './renew-part.tsx';
export { Survey } from './survey.tsx';
export { WarrantyNote } from './warranty-note.tsx';
