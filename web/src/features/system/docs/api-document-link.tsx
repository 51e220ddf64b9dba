import { fetchBytes } from '../../../lib/api/bytes.ts';
import { noticeError } from '../../../lib/api/notice-error.ts';

/** The document is for who is signed in, so the browser cannot fetch it by an address alone. */
export function ApiDocumentLink() {
  const save = async (): Promise<void> => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await fetchBytes('/openapi.json', new AbortController().signal));
    link.download = 'openapi.json';
    link.click();
  };
  return (
    <button type="button" className="link" onClick={() => void save().catch(noticeError)}>
      <bdi>/api/openapi.json</bdi>
    </button>
  );
}
