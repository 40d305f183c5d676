import { sql } from 'kysely';
import type { FileState } from '../../../domain/files/file-states.ts';
import type { Scan } from '../../../domain/files/scans.ts';

/** A version that the job holds for a while. */
export interface DueVersion {
  readonly id: string;
  readonly projectId: string;
  /** Id of the file it is a version of. */
  readonly file: string;
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  readonly sha256: Buffer;
  readonly key: string | null;
  readonly state: FileState;
  readonly upload: string | null;
  readonly inChunks: boolean;
  readonly isPrepared: boolean;
  readonly scan: Scan;
  readonly scanDetail: string | null;
}

export const dueColumns = sql`x.id, x.project_id as "projectId", coalesce(x.original_id, x.id) as file, x.name, x.size,
  x.content_type as "contentType", x.sha256, x.storage_key as key, x.state, x.upload_id as upload,
  x.in_chunks as "inChunks", x.scan, x.scan_detail as "scanDetail",
  exists (select from file_renditions r where r.file_id = x.id and r.kind = 'clean') as "isPrepared"`;
