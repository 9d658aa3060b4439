CREATE INDEX "dataset_model" ON "dataset" USING btree ("model_id") WHERE "dataset"."model_id" is not null;--> statement-breakpoint
CREATE INDEX "task_kind" ON "task" USING btree ("kind","id");