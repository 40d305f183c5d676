import { prepareFolder } from './installation.ts';

/** Runs once before the stories: their installations are copies of what it writes. */
export default async function setup(): Promise<void> {
  await prepareFolder();
}
