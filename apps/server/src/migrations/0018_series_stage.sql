ALTER TABLE "series_point" ADD COLUMN "stage" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "series_point" DROP CONSTRAINT "series_point_task_id_name_step_pk";--> statement-breakpoint
ALTER TABLE "series_point" ADD CONSTRAINT "series_point_task_id_stage_name_step_pk" PRIMARY KEY("task_id","stage","name","step");
