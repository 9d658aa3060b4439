CREATE TABLE "bin" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bin_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"project_id" bigint NOT NULL,
	"dataset_id" bigint,
	"folder_id" bigint,
	"model_id" bigint,
	"entry_id" bigint,
	"owner_id" bigint NOT NULL,
	"name" text NOT NULL,
	"counts" jsonb NOT NULL,
	"deleted_by" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"purging" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
DROP INDEX "dataset_name";--> statement-breakpoint
DROP INDEX "folder_name";--> statement-breakpoint
DROP INDEX "model_name";--> statement-breakpoint
DROP INDEX "online_name";--> statement-breakpoint
DROP INDEX "project_name";--> statement-breakpoint
ALTER TABLE "dataset" ADD COLUMN "bin_id" bigint;--> statement-breakpoint
ALTER TABLE "folder" ADD COLUMN "bin_id" bigint;--> statement-breakpoint
ALTER TABLE "image" ADD COLUMN "bin_id" bigint;--> statement-breakpoint
ALTER TABLE "model" ADD COLUMN "bin_id" bigint;--> statement-breakpoint
ALTER TABLE "version" ADD COLUMN "bin_id" bigint;--> statement-breakpoint
ALTER TABLE "online_entry" ADD COLUMN "bin_id" bigint;--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "bin_id" bigint;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "bin_id" bigint;--> statement-breakpoint
ALTER TABLE "bin" ADD CONSTRAINT "bin_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bin" ADD CONSTRAINT "bin_dataset_id_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bin" ADD CONSTRAINT "bin_folder_id_folder_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folder"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bin" ADD CONSTRAINT "bin_model_id_model_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."model"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bin" ADD CONSTRAINT "bin_entry_id_online_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."online_entry"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bin" ADD CONSTRAINT "bin_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bin" ADD CONSTRAINT "bin_deleted_by_user_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bin_owner" ON "bin" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "bin_until" ON "bin" USING btree ("until");--> statement-breakpoint
CREATE INDEX "bin_project" ON "bin" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "bin_dataset" ON "bin" USING btree ("dataset_id");--> statement-breakpoint
CREATE INDEX "bin_folder" ON "bin" USING btree ("folder_id");--> statement-breakpoint
CREATE INDEX "bin_model" ON "bin" USING btree ("model_id");--> statement-breakpoint
CREATE INDEX "bin_entry" ON "bin" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "dataset_bin" ON "dataset" USING btree ("bin_id") WHERE "dataset"."bin_id" is not null;--> statement-breakpoint
CREATE INDEX "folder_bin" ON "folder" USING btree ("bin_id") WHERE "folder"."bin_id" is not null;--> statement-breakpoint
CREATE INDEX "image_bin" ON "image" USING btree ("bin_id") WHERE "image"."bin_id" is not null;--> statement-breakpoint
CREATE INDEX "model_bin" ON "model" USING btree ("bin_id") WHERE "model"."bin_id" is not null;--> statement-breakpoint
CREATE INDEX "version_bin" ON "version" USING btree ("bin_id") WHERE "version"."bin_id" is not null;--> statement-breakpoint
CREATE INDEX "online_bin" ON "online_entry" USING btree ("bin_id") WHERE "online_entry"."bin_id" is not null;--> statement-breakpoint
CREATE INDEX "project_bin" ON "project" USING btree ("bin_id") WHERE "project"."bin_id" is not null;--> statement-breakpoint
CREATE INDEX "task_bin" ON "task" USING btree ("bin_id") WHERE "task"."bin_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "dataset_name" ON "dataset" USING btree ("project_id",coalesce("model_id", 0),"role",lower("name")) WHERE "dataset"."bin_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "folder_name" ON "folder" USING btree ("dataset_id",lower("name")) WHERE "folder"."bin_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "model_name" ON "model" USING btree ("project_id",lower("plan_name"),lower("function_name")) WHERE "model"."bin_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "online_name" ON "online_entry" USING btree ("owner_id",lower("name")) WHERE "online_entry"."bin_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "project_name" ON "project" USING btree ("owner_id","family",lower("name")) WHERE "project"."bin_id" is null;