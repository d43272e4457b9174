/** Saves a picture as a file: SVG with its styles, or PNG at twice its size. */
import {
  markup,
  type Picture,
  pictureNode,
  standaloneStyles,
  type ThemeName,
  titledPicture,
} from '@ldscope/render';

/** The title and the description that a file carries besides the picture. */
export interface Caption {
  /** The first is the title. */
  readonly lines: readonly string[];
  /** Without an extension. */
  readonly file: string;
}

/** The picture with its caption and the version that drew it. */
const captioned = (picture: Picture, { lines }: Caption): Picture =>
  titledPicture(picture, lines, `ldscope ${ldscopeVersion}`);

/** The text of a picture that stands alone. */
function standaloneSvg(picture: Picture, theme: ThemeName): string {
  return markup(pictureNode(picture, standaloneStyles(theme)));
}

export function saveSvg(picture: Picture, theme: ThemeName, caption: Caption): void {
  const text = standaloneSvg(captioned(picture, caption), theme);
  save(new Blob([text], { type: 'image/svg+xml' }), `${caption.file}.svg`);
}

const PNG_SCALE = 2;

export async function savePng(shown: Picture, theme: ThemeName, caption: Caption): Promise<void> {
  const picture = captioned(shown, caption);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standaloneSvg(picture, theme))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(picture.width * PNG_SCALE);
  canvas.height = Math.ceil(picture.height * PNG_SCALE);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob !== null) save(blob, `${caption.file}.png`);
}

/** Hands a file to the browser's downloads. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
