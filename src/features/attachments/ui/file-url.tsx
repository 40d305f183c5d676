import { config } from '../../../web/config.ts';

/** Address of a link that the server gave, as the browser asks for it. */
export const fileUrl = (link: string) => new URL(config().apiBase + link, window.location.href).href;
