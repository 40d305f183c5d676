import { openTemporaryFolder } from '../test/memory.ts';
import { prepareFolder } from './installation.ts';

/** Runs once before the stories: their installations are copies of what it writes. Returns what cleans up after them. */
export default async function setup(): Promise<() => void> {
  const removeTemporary = openTemporaryFolder();
  // Workers inherit it: looking for themselves they would write it anew, all at once, where a file or the day changed.
  process.env.PREPARED_FOLDER = await prepareFolder();
  return removeTemporary;
}
