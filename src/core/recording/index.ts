/**
 * Recordings: the bytes of runs with their times of arrival, in a file that people can read.
 *
 * @packageDocumentation
 */
export type * from './recording.js';
export {foldRecording} from './fold.js';
export {bytesOf, framesOf, recordFrames, type TimedFrame} from './frames.js';
export {maskFrames} from './mask.js';
export {RunHistory, type TimedDiagnostic} from './run-history.js';
export {readRecording, RecordingReader, type ReadRecording, type RecordingError} from './read.js';
export {chunkOf, writeFrame, writeHead, writePart, writeRecording} from './write.js';
