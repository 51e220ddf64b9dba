/** What is needed once the form is sent, and not before: its body, and the words for what the server refuses. */
export { serverIssues } from './issue-words.ts';
export { toBody } from './to-body.ts';
