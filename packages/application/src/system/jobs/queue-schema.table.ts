/** Where queues live when PostgreSQL carries them: the schema of their own tables, and the role that may use it. */
export const QUEUE_SCHEMA = 'bullmq';
export const QUEUE_ROLE = 'atelier_jobs';
