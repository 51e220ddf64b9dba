export { describeError, Fault } from '@atelier/postgres/fault.ts';
