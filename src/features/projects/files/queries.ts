import { sql } from 'kysely';
import { iso } from '../queries.ts';

export const fileJson = sql`json_build_object(
  'id', x.id, 'documentType', x.document_type, 'name', x.name, 'size', x.size, 'contentType', x.content_type,
  'sha256', encode(x.sha256, 'hex'), 'uploadedAt', ${iso(sql`x.uploaded_at`)},
  'uploadedBy', (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = x.uploaded_by))`;

/** All of the project `p`, oldest first, as a JSON column. */
export const filesColumn = sql`coalesce((
  select json_agg(${fileJson} order by x.uploaded_at, x.id) from files x where x.project_id = p.id), '[]')`;
