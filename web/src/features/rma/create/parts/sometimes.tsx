/** What only some pieces show; fetched together behind the form's first look. */
export { DuplicateNotice } from './duplicate-notice.tsx';
export { FakeReport } from './fake-report.tsx';
export { GoldPart } from './gold-part.tsx';
export { Survey } from './survey.tsx';
