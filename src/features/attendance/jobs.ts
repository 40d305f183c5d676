import type { Deps } from '../../server/deps.ts';
import type { Job } from '../../server/jobs.ts';
import { purgeAttendances } from './purge/commands.ts';

export const attendanceJobs = ({ db }: Deps): Job[] => [
  { name: 'attendance.purge', cron: '50 3 * * *', pollSeconds: 60, run: () => purgeAttendances(db) },
];
