/** The JSON of a sweep of shapes. */
import type { ShapesReport } from '@ldscope/core';
import { json } from './parts.ts';

/** The report as it is: all of it is data. */
export const shapesJson = (report: ShapesReport): string => json(report);
