/** Saves a picture as a file: SVG with its styles, or PNG at twice its size. */
import {
  markup,
  type Picture,
  pictureNode,
  standaloneStyles,
  type ThemeName,
} from '@ldscope/render';

/** The text of a picture that stands alone. */
function standaloneSvg(picture: Picture, theme: ThemeName): string {
  return markup(pictureNode(picture, standaloneStyles(theme)));
}

export function saveSvg(picture: Picture, theme: ThemeName, name: string): void {
  save(new Blob([standaloneSvg(picture, theme)], { type: 'image/svg+xml' }), `${name}.svg`);
}

const PNG_SCALE = 2;

export async function savePng(picture: Picture, theme: ThemeName, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standaloneSvg(picture, theme))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(picture.width * PNG_SCALE);
  canvas.height = Math.ceil(picture.height * PNG_SCALE);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob !== null) save(blob, `${name}.png`);
}

/** Hands a file to the browser's downloads. */
function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
