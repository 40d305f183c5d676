/** What may be sent as a logo, with what its names end with. */
export const LOGO_TYPES: Readonly<Record<string, string[]>> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
};
export const LOGO_MOST_MB = 2;
export const LOGO_MOST_MEGAPIXELS = 25;
/** As it is kept, once it was scaled. */
export const LOGO_MOST_BYTES = 64 * 1024;
/** Where the logo stands, for anybody. */
export const LOGO_PATH = '/publico/logo.png';
