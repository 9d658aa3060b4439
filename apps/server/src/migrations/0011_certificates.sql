ALTER TABLE "version" ADD COLUMN "certificate" jsonb;--> statement-breakpoint
-- Certificates name their prediction type, and the differences that it has names for. Those made before had a field for boxes
-- and one for heat maps; which heat was allowed they did not note.
UPDATE "version_stage" SET "certificate" = ("certificate" - '{detections,minDetections,maxBoxDelta,maxHeatDelta,maxScoreDelta,tolerance}'::text[])
  || jsonb_build_object('v', 2, 'compared', "certificate"->'detections', 'minCompared', "certificate"->'minDetections')
  || CASE WHEN jsonb_typeof("certificate"->'tolerance'->'boxPx') = 'number'
    THEN jsonb_build_object('prediction', 'boxes', 'deltas', jsonb_build_array(
      jsonb_build_object('name', 'box', 'largest', "certificate"->'maxBoxDelta', 'tolerance', "certificate"->'tolerance'->'boxPx'),
      jsonb_build_object('name', 'score', 'largest', "certificate"->'maxScoreDelta', 'tolerance', "certificate"->'tolerance'->'score')))
    ELSE jsonb_build_object('prediction', 'scoremap', 'deltas', jsonb_build_array(
      jsonb_build_object('name', 'score', 'largest', "certificate"->'maxScoreDelta', 'tolerance', "certificate"->'tolerance'->'score'),
      jsonb_build_object('name', 'heat', 'largest', coalesce("certificate"->'maxHeatDelta', '0'::jsonb), 'tolerance', NULL)))
    END
  WHERE "certificate" ? 'maxScoreDelta';
