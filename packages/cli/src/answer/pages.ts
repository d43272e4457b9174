/** A document as a page and as a comment: most answers are neither. */
export { writeHtml, writeMarkdown } from '@ldscope/render';
